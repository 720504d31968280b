// Signs: limits as the round ones with a red rim that stand beside roads.

/** The number and unit of a limit such as `maxheight=3.8`, and the drawing it takes. */
function readLimit(tag) {
  const cut = tag.indexOf('=');
  const key = cut < 0 ? tag : tag.slice(0, cut);
  const value = cut < 0 ? '' : tag.slice(cut + 1).split('@')[0].trim();
  const what = key.replace(/^max/, '').split(':')[0];
  const unit = { height: 'm', width: 'm', length: 'm', weight: 't', weightrating: 't',
    axleload: 't', bogieweight: 't' }[what];
  const plain = /^[0-9]+([.,][0-9]+)?$/.test(value);
  let text = plain && unit ? value.replace(',', '.') + ' ' + unit : value;
  const lorry = /hgv|goods|truck|trailer|hazmat|bus|coach/.test(key) && !unit;
  const fits = text.length <= 9 && /[0-9]/.test(text) ||
    what === 'tunnel category' && /^[A-E]$/.test(text);
  const [, figure, small] = /^([0-9.]+)\s*(m|t)$/.exec(text) || [text, text, ''];
  // A limit without a number (`default`, `none`) says nothing; a closed road has an empty sign.
  const blank = !fits && !lorry && (Boolean(unit) || /^max|^tunnel/.test(key));
  return { what, figure: fits ? figure : '', small: fits ? small : '', lorry, blank };
}

/** Whether a limit has no sign. */
const isBlank = (limit) => readLimit(limit.tag || '').blank;

/** A round sign with a red rim about a point; `r` is its radius. */
function drawSign(g, x, y, r, limit, muted) {
  const { what, figure, small, lorry, blank } = readLimit(limit.tag || '');
  if (blank) return;
  g.save();
  g.translate(x, y);
  g.setLineDash([]);
  const disc = (radius, color) => {
    g.beginPath();
    g.arc(0, 0, radius, 0, 7);
    g.fillStyle = color;
    g.fill();
  };
  if (!muted) disc(r + 1.6, paint.white);
  disc(r, muted ? '#d9959f' : paint.sign);
  disc(r * .8, muted ? '#f7f5f2' : '#ffffff');
  g.fillStyle = g.strokeStyle = muted ? '#6c7076' : '#17191c';
  const wedge = (px, py, dx, dy) => {
    g.beginPath();
    g.moveTo(px, py);
    g.lineTo(px + dx + dy, py + dy + dx);
    g.lineTo(px + dx - dy, py + dy - dx);
    g.fill();
  };
  const k = r * .2;
  if (what === 'height') { wedge(0, -r * .42, 0, -k); wedge(0, r * .42, 0, k); }
  if (what === 'width') { wedge(-r * .58, 0, -k * .7, 0); wedge(r * .58, 0, k * .7, 0); }
  if (what === 'length') {
    g.lineWidth = r * .09;
    g.beginPath();
    g.moveTo(-r * .36, r * .42);
    g.lineTo(r * .36, r * .42);
    g.stroke();
    wedge(-r * .52, r * .42, k * .8, 0);
    wedge(r * .52, r * .42, -k * .8, 0);
  }
  if (what === 'axleload' || what === 'bogieweight') {
    g.fillRect(-r * .36, r * .4, r * .72, r * .08);
    g.fillRect(-r * .4, r * .3, r * .12, r * .28);
    g.fillRect(r * .28, r * .3, r * .12, r * .28);
  }
  if (lorry) {
    g.fillRect(-r * .5, -r * .3, r * .58, r * .42);
    g.fillRect(r * .13, -r * .14, r * .34, r * .26);
    for (const wheel of [-.3, .28]) {
      g.beginPath();
      g.arc(r * wheel, r * .19, r * .12, 0, 7);
      g.fill();
    }
  } else if (figure) {
    // The unit is set smaller and close, which leaves the figures as large as the sign allows.
    const under = /length|axleload|bogie/.test(what), base = under ? r * .16 : 0;
    const room = r * (what === 'width' ? 1.12 : 1.4);
    const measure = (size) => {
      g.font = fontOf(size, 700);
      const wide = g.measureText(figure).width;
      g.font = fontOf(size * .78, 700);
      return { wide, all: wide + (small ? g.measureText(small).width + size * .06 : 0) };
    };
    const size = Math.min(r * (under ? .72 : .86), r * room / measure(r).all);
    const { wide, all } = measure(size), down = size * .36 - base;
    g.textAlign = 'left';
    g.textBaseline = 'alphabetic';
    if (small) g.fillText(small, wide - all / 2 + size * .06, down);
    g.font = fontOf(size, 700);
    g.fillText(figure, -all / 2, down);
  }
  g.restore();
}

