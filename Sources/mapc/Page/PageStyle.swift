/// The style sheet of the page, for light and dark, desk and phone.
enum PageStyle {
  /// The whole style sheet.
  static let css = #"""
    :root {
      color-scheme: light dark;
      --land: #f3f1eb; --card: #ffffff; --ink: #22262b; --soft: #646b74;
      --line: #e4e1d9; --hover: #f1efe9; --accent: #0b66b2; --warn: #fdf3df; --warn-ink: #6d4a07;
      --shadow: 0 1px 2px rgba(30, 30, 20, .12), 0 6px 24px rgba(30, 30, 20, .12);
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --land: #171a1e; --card: #1f2328; --ink: #e6e8eb; --soft: #9aa2ac;
        --line: #363c44; --hover: #2a2f36; --accent: #63b0f2; --warn: #3a3120; --warn-ink: #f0d49a;
        --shadow: 0 1px 2px rgba(0, 0, 0, .5), 0 6px 24px rgba(0, 0, 0, .45);
      }
    }
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; overflow: hidden; background: var(--land); }
    body {
      color: var(--ink); font: 14px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
        "Liberation Sans", Arial, sans-serif; -webkit-text-size-adjust: 100%;
    }
    button { font: inherit; color: inherit; background: none; border: 0; padding: 0;
      cursor: pointer; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    [hidden] { display: none !important; }
    #map { position: fixed; inset: 0; width: 100%; height: 100%; display: block; touch-action: none;
      cursor: grab; -webkit-user-select: none; user-select: none; }
    #map:focus-visible { outline-offset: -3px; }
    #map.drag { cursor: grabbing; }
    #map.point { cursor: pointer; }
    .card { background: var(--card); border-radius: 12px; box-shadow: var(--shadow); }

    #panel { position: fixed; left: 12px; top: 12px; width: 336px; max-height: calc(100% - 24px);
      z-index: 2; display: flex; flex-direction: column; overflow: hidden; }
    #head, #routes { flex: none; }
    #head { display: flex; align-items: flex-start; gap: 8px; padding: 14px 12px 10px 16px; }
    #head div { flex: 1; min-width: 0; }
    h1 { font-size: 16px; line-height: 1.3; font-weight: 650; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 11px; font-weight: 650; letter-spacing: .06em; text-transform: uppercase;
      color: var(--soft); margin: 0; padding: 14px 16px 6px; }
    #source { color: var(--soft); font-size: 12px; overflow-wrap: anywhere; }
    #fold { width: 32px; height: 32px; border-radius: 8px; display: grid; place-items: center;
      color: var(--soft); flex: none; }
    #fold:hover { background: var(--hover); }
    #fold svg { transition: transform .2s; }
    #panel.folded #fold svg { transform: rotate(180deg); }
    #panel.folded #more { display: none; }
    #routes { display: flex; flex-direction: column; gap: 6px; padding: 0 10px 10px; }
    .route { display: grid; grid-template-columns: 40px 1fr auto; column-gap: 10px;
      align-items: center; text-align: left; padding: 8px 10px; border-radius: 9px;
      border: 1px solid var(--line); min-width: 0; }
    .route:hover { background: var(--hover); }
    .route[aria-pressed=true] { border-color: var(--accent);
      box-shadow: inset 0 0 0 1px var(--accent); }
    .route svg { grid-row: 1 / 3; }
    .route b { font-weight: 600; overflow-wrap: anywhere; }
    .route .time { font-size: 16px; font-weight: 650; text-align: right; white-space: nowrap; }
    .route small { color: var(--soft); font-size: 12px; }
    .route small:last-child { text-align: right; }
    #more { overflow-y: auto; overscroll-behavior: contain; border-top: 1px solid var(--line);
      padding-bottom: 10px; min-height: 0; }
    .notice { margin: 10px 12px 0; padding: 8px 10px; border-radius: 8px; background: var(--warn);
      color: var(--warn-ink); font-size: 13px; }
    ol, ul { list-style: none; margin: 0; padding: 0 8px; }
    .row { display: grid; grid-template-columns: 30px 1fr auto; gap: 9px; width: 100%;
      align-items: center; text-align: left; padding: 6px 8px; border-radius: 8px;
      min-height: 36px; }
    .row:hover { background: var(--hover); }
    .row .num { color: var(--soft); font-size: 12px; text-align: center;
      font-variant-numeric: tabular-nums; }
    .row .what { min-width: 0; overflow-wrap: anywhere; }
    .row .far { color: var(--soft); font-size: 12px; text-align: right; white-space: nowrap;
      font-variant-numeric: tabular-nums; }
    .row canvas { display: block; width: 30px; height: 30px; }
    .row small { display: block; color: var(--soft); font-size: 12px; }
    .ref { display: inline-block; font-size: 11px; font-weight: 600; line-height: 1.3;
      padding: 0 5px; border: 1px solid var(--line); border-radius: 4px; background: var(--hover); }
    .none { color: var(--soft); font-style: italic; }
    .text { padding: 2px 16px; color: var(--soft); font-size: 13px; }
    .all { margin: 2px 16px; color: var(--accent); font-size: 13px; min-height: 28px; }
    summary { cursor: pointer; padding: 14px 16px 6px; font-size: 11px; font-weight: 650;
      letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }

    #zoom { position: fixed; right: 12px; top: 12px; display: flex; flex-direction: column;
      overflow: hidden; }
    #zoom button { width: 40px; height: 40px; display: grid; place-items: center; }
    #zoom button + button { border-top: 1px solid var(--line); }
    #zoom button:hover { background: var(--hover); }
    #zoom button:focus-visible { outline-offset: -3px; border-radius: 12px; }
    svg.icon { width: 18px; height: 18px; fill: none; stroke: currentColor; stroke-width: 2;
      stroke-linecap: round; stroke-linejoin: round; }
    #foot { position: fixed; right: 12px; bottom: 8px; display: flex; gap: 12px; font-size: 11px;
      align-items: flex-end; color: var(--soft); pointer-events: none; text-align: right;
      background: var(--land); opacity: .92; border-radius: 6px; padding: 3px 7px; }
    #scale { border: 1.5px solid var(--soft); border-top: 0; height: 15px; line-height: 11px;
      text-align: center; font-variant-numeric: tabular-nums; white-space: nowrap; flex: none; }
    #tip { position: fixed; left: 0; top: 0; max-width: min(280px, calc(100% - 16px));
      padding: 8px 11px; border-radius: 9px; pointer-events: none; font-size: 13px; z-index: 1;
      overflow-wrap: anywhere; }
    #tip b { display: block; font-weight: 600; }
    #tip span { display: block; color: var(--soft); font-size: 12px; }
    #tip .bad { color: #c8102e; font-weight: 600; }
    @media (prefers-color-scheme: dark) { #tip .bad { color: #ff8b8b; } }

    @media (max-width: 640px) {
      #panel { left: 0; right: 0; top: auto; bottom: 0; width: auto; max-height: 58%;
        max-height: 58dvh; border-radius: 14px 14px 0 0;
        padding-bottom: env(safe-area-inset-bottom, 0); }
      #head { padding: 10px 10px 8px 16px; }
      #head h1 { font-size: 15px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
      #fold { width: 40px; height: 36px; }
      #fold svg { transform: rotate(180deg); }
      #panel.folded #fold svg { transform: none; }
      #routes { flex-direction: row; overflow-x: auto; }
      .route { flex: 1 0 auto; min-width: 47%; grid-template-columns: 28px 1fr; padding: 6px 9px;
        column-gap: 8px; }
      .route svg { grid-row: 1 / 3; width: 28px; }
      .route .time { grid-column: 2; grid-row: 2; text-align: left; font-size: 15px; }
      .route small { grid-column: 2; text-align: left !important; }
      .row { min-height: 44px; }
      #foot { right: auto; bottom: auto; top: 8px; left: 8px; max-width: calc(100% - 72px);
        flex-direction: column-reverse; align-items: flex-start; gap: 4px; text-align: left; }
    }
    @media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
    @media print { #zoom, #fold, #tip { display: none; } }
    """#
}
