/**
 * Fonts, space (a grid of 8 points with 4 as the half step), corners, motion, layers and sizes, the same in both themes.
 * `--h…` are heights of controls, `--row…` those of comfortable rows.
 */
export const measures = `
  --font:
    'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic',
    'Noto Sans Hebrew', sans-serif, 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji';
  --font-mono:
    ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --t-11: 0.6875rem;
  --t-12: 0.75rem;
  --t-13: 0.8125rem;
  --t-14: 0.875rem;
  --t-15: 0.9375rem;
  --t-16: 1rem;
  --t-18: 1.125rem;
  --t-20: 1.25rem;
  --t-24: 1.5rem;
  --t-32: 2rem;
  --t-40: 2.5rem;
  --w-regular: 400;
  --w-medium: 500;
  --w-semi: 600;
  --w-bold: 680;

  --s-2: 2px;
  --s-4: 4px;
  --s-6: 6px;
  --s-8: 8px;
  --s-12: 12px;
  --s-16: 16px;
  --s-20: 20px;
  --s-24: 24px;
  --s-32: 32px;
  --s-40: 40px;
  --s-48: 48px;
  --s-64: 64px;
  --s-96: 96px;

  --r-xs: 5px;
  --r-s: 7px;
  --r: 10px;
  --r-l: 14px;
  --r-full: 999px;

  --m-fast: 120ms;
  --m: 150ms;
  --m-slow: 180ms;
  --ease: cubic-bezier(0.2, 0.8, 0.2, 1);
  --ease-in: cubic-bezier(0.4, 0, 1, 1);

  --z-sticky: 10;
  --z-rail: 20;
  --z-tray: 30;
  --z-panel: 45;
  --z-popup: 50;
  --z-menu: 60;
  --z-toast: 70;
  --z-tip: 80;

  --rail: 76px;
  --sidebar: 252px;
  --details: 320px;
  --sheet-gap: 8px;
  --bar: 64px;
  --subbar: 52px;
  --row: 48px;
  --row-thumb: 34px;
  --h-s: 32px;
  --h: 40px;
  --h-l: 48px;
`
