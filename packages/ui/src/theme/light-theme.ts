/**
 * Colours by meaning, and hues, of the light theme. `--a-…` are set for the operator’s accent; the fallbacks are
 * Holdall’s. `--accent-fill` is for progress, charts and meters: 3:1 on the surface. Hues are those of kinds of files,
 * folders, avatars and badges: `-s` a soft background, `-t` text or an icon on it, `-f` a fill.
 */
export const light = `
  color-scheme: light;
  --canvas: var(--n-50);
  --surface: var(--n-0);
  --raised: var(--n-0);
  --sunken: var(--n-25);
  --field: var(--n-0);
  --hover: rgb(16 38 30 / 0.045);
  --press: rgb(16 38 30 / 0.085);
  --line: var(--n-150);
  --line-2: var(--n-200);
  --control-line: var(--n-500);
  --text: var(--n-900);
  --text-2: var(--n-700);
  --text-3: var(--n-600);
  --icon: #5f6965;
  --disabled-bg: var(--n-100);
  --disabled-text: #8c9491;

  --accent: var(--a-500);
  --accent-solid: var(--a-600);
  --accent-solid-hover: var(--a-650);
  --accent-solid-press: var(--a-700);
  --on-accent: #ffffff;
  --accent-text: var(--a-650);
  --accent-soft: var(--a-50);
  --accent-soft-2: var(--a-100);
  --accent-line: var(--a-200);
  --accent-fill: var(--a-fill, #00a870);
  --selected: var(--a-selected, #eaf9f1);
  --selected-hover: var(--a-selected-hover, #dff5e9);
  --focus: var(--a-600);

  --danger: var(--red-600);
  --danger-hover: #ad2a2d;
  --danger-text: #b32b2e;
  --danger-soft: var(--red-50);
  --danger-line: var(--red-100);
  --on-danger: #ffffff;
  --warn: var(--amber-500);
  --warn-text: var(--amber-700);
  --warn-soft: var(--amber-50);
  --warn-line: var(--amber-100);
  --info: var(--blue-600);
  --info-text: var(--blue-700);
  --info-soft: var(--blue-50);
  --info-line: var(--blue-100);
  --ok: #068256;
  --ok-text: #00764e;
  --ok-soft: #e6faef;
  --ok-line: #cff6e0;

  --inverse-ok: #3ccc90;
  --inverse-danger: var(--red-300);
  --inverse-warn: var(--amber-300);
  --inverse-link: var(--a-300);
  --popup: var(--n-0);
  --segment: var(--n-0);
  --segments: rgb(16 38 30 / 0.085);
  --thumb: #fff;
  --inverse: #1b2220;
  --on-inverse: #f4f6f5;
  --inverse-line: transparent;
  --dim: rgb(12 20 17 / 0.36);

  --sh-1: 0 1px 2px rgb(16 38 30 / 0.06);
  --sh-2: 0 1px 2px rgb(16 38 30 / 0.05), 0 4px 12px -2px rgb(16 38 30 / 0.07);
  --sh-3: 0 0 0 1px rgb(16 38 30 / 0.07), 0 2px 4px rgb(16 38 30 / 0.04), 0 12px 28px -6px rgb(16 38 30 / 0.16);
  --sh-4: 0 0 0 1px rgb(16 38 30 / 0.06), 0 8px 16px -8px rgb(16 38 30 / 0.1), 0 32px 72px -16px rgb(16 38 30 / 0.28);
  --sheet-shadow: 0 0 0 1px rgb(16 38 30 / 0.06), 0 1px 3px rgb(16 38 30 / 0.05);
  --sheen: inset 0 1px 0 rgb(255 255 255 / 0.16);

  --red-s: var(--red-50);
  --red-t: var(--red-600);
  --red-f: #e05a55;
  --amber-s: var(--amber-50);
  --amber-t: var(--amber-600);
  --amber-f: #e3a33a;
  --blue-s: var(--blue-50);
  --blue-t: var(--blue-600);
  --blue-f: #4b94f2;
  --violet-s: var(--violet-50);
  --violet-t: var(--violet-600);
  --violet-f: #a079e8;
  --pink-s: var(--pink-50);
  --pink-t: var(--pink-600);
  --pink-f: #e070ac;
  --orange-s: var(--orange-50);
  --orange-t: var(--orange-600);
  --orange-f: #eb8a4a;
  --teal-s: var(--teal-50);
  --teal-t: var(--teal-600);
  --teal-f: #1fb0b6;
  --indigo-s: var(--indigo-50);
  --indigo-t: var(--indigo-600);
  --indigo-f: #7c88f5;
  --green-s: #e6faef;
  --green-t: #00764e;
  --green-f: #22b57f;
  --grey-s: var(--n-100);
  --grey-t: var(--n-600);
  --grey-f: #97a19d;
  --folder-mix: 0%;
`
