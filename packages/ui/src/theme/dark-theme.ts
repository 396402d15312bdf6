import { css } from 'styled-components'

/** Colours by meaning, and hues, of the dark theme. */
export const dark = css`
  color-scheme: dark;
  --canvas: #0c100f;
  --surface: #131817;
  --raised: #1c2321;
  --sunken: #0f1413;
  --field: #171d1b;
  --hover: rgb(226 245 236 / 0.055);
  --press: rgb(226 245 236 / 0.1);
  --line: #222a27;
  --line-2: #2e3734;
  --control-line: #727b78;
  --text: #edf1ef;
  --text-2: #b9c0bd;
  --text-3: #929b97;
  --icon: #9aa39f;
  --disabled-bg: #1f2624;
  --disabled-text: #727b78;

  --accent-solid: var(--a-dark-solid, var(--a-500));
  --accent-solid-hover: var(--a-dark-hover, #1fc98c);
  --accent-solid-press: var(--a-dark-press, #00a870);
  --on-accent: var(--a-dark-on, #03180f);
  --accent-text: var(--a-400);
  --accent-soft: var(--a-dark-soft, #0c2a1e);
  --accent-soft-2: var(--a-dark-soft-2, #0f3526);
  --accent-line: var(--a-dark-line, #14503a);
  --accent-fill: var(--a-dark-solid, var(--a-500));
  --selected: var(--a-dark-selected, #10291f);
  --selected-hover: var(--a-dark-selected-hover, #133226);
  --focus: var(--a-400);

  --danger: #e5534f;
  --danger-hover: #ee6b66;
  --danger-text: #ff938b;
  --danger-soft: #2c1716;
  --danger-line: #4e2422;
  --on-danger: #1a0605;
  --warn: #e3a33a;
  --warn-text: #eabb79;
  --warn-soft: #2a1f0e;
  --warn-line: #4a3716;
  --info: #54a0fe;
  --info-text: #9dc7fe;
  --info-soft: #11213a;
  --info-line: #1c365c;
  --ok: #00bc7e;
  --ok-text: #3ccc90;
  --ok-soft: #0c2a1e;
  --ok-line: #14503a;

  --popup: #181e1c;
  --segment: #333d39;
  --segments: rgb(226 245 236 / 0.06);
  --thumb: #04170f;
  --inverse: #2a3330;
  --on-inverse: #f4f6f5;
  --inverse-line: #3a4541;
  --dim: rgb(3 6 5 / 0.62);

  --sh-1: 0 1px 2px rgb(0 0 0 / 0.4);
  --sh-2: 0 0 0 1px rgb(226 245 236 / 0.05), 0 4px 12px -2px rgb(0 0 0 / 0.4);
  --sh-3: 0 0 0 1px rgb(226 245 236 / 0.1), 0 16px 32px -8px rgb(0 0 0 / 0.6);
  --sh-4: 0 0 0 1px rgb(226 245 236 / 0.09), 0 32px 72px -16px rgb(0 0 0 / 0.8);
  --sheet-shadow: 0 0 0 1px #1f2624;
  --sheen: inset 0 1px 0 rgb(255 255 255 / 0.12);

  --red-s: #331a19;
  --red-t: #ff938b;
  --red-f: #e05a55;
  --amber-s: #2f230f;
  --amber-t: #eabb79;
  --amber-f: #d99a34;
  --blue-s: #14253f;
  --blue-t: #86b9fe;
  --blue-f: #4288e2;
  --violet-s: #271d3b;
  --violet-t: #c3a6fa;
  --violet-f: #9169dc;
  --pink-s: #35182a;
  --pink-t: #f290c2;
  --pink-f: #cf5e9b;
  --orange-s: #331d10;
  --orange-t: #f5a273;
  --orange-f: #dc7a39;
  --teal-s: #0c2a2c;
  --teal-t: #5bcdd3;
  --teal-f: #1a9ca2;
  --indigo-s: #1d2344;
  --indigo-t: #a9b6ff;
  --indigo-f: #6b77e8;
  --green-s: #0c2a1e;
  --green-t: #3ccc90;
  --green-f: #17a371;
  --grey-s: #222a27;
  --grey-t: #a8b0ad;
  --grey-f: #6f7975;
`
