import { dark } from './dark-theme.ts'
import { fontFaces } from './fonts.ts'
import { light } from './light-theme.ts'
import { measures } from './spacing-and-sizes.ts'
import { ramps } from './color-ramps.ts'

const properties = [
  `:root { ${ramps} ${measures} ${light} }`,
  `:root[data-theme='dark'] { ${dark} }`,
  `:root { --emoji-font: 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', sans-serif; }`,
  `:root[data-emoji='twemoji'] { --emoji-font: 'Twemoji', 'Apple Color Emoji', 'Segoe UI Emoji', 'Noto Color Emoji', sans-serif; }`,
  `:root[data-density='compact'] { --row: 40px; --row-thumb: 28px; }`,
  `@media (max-width: 640px) { :root { --row: 64px; --row-thumb: 44px; --h: 44px; --bar: 56px; --subbar: 48px; --sheet-gap: 0px; } }`,
  `@media (prefers-reduced-motion: reduce) { :root { --m-fast: 0ms; --m: 0ms; --m-slow: 0ms; } * { scroll-behavior: auto !important; } }`,
]

const elements = [
  `*, *::before, *::after { box-sizing: border-box; }`,
  `html { font-size: 100%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }`,
  `body {
    margin: 0; min-block-size: 100dvh; background: var(--canvas); color: var(--text); font: 400 var(--t-14)/20px var(--font);
    font-optical-sizing: auto; letter-spacing: -.006em; -webkit-font-smoothing: antialiased; font-feature-settings: 'calt', 'ccmp';
  }`,
  `@media (max-width: 640px) { body { font-size: var(--t-15); } }`,
  `h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; }`,
  `h1, h2, h3, h4 { font-size: inherit; font-weight: inherit; }`,
  `ul, ol { list-style: none; }`,
  `fieldset { border: 0; min-inline-size: 0; }`,
  `button, input, select, textarea { font: inherit; letter-spacing: inherit; color: inherit; }`,
  `button { background: none; border: 0; padding: 0; cursor: pointer; text-align: start; }`,
  `a { color: inherit; text-decoration: none; }`,
  `img { display: block; }`,
  `time { font-variant-numeric: tabular-nums; }`,
  `[dir='auto'] { text-align: -webkit-match-parent; text-align: match-parent; }`,
  `[dir='rtl'] [data-flip] { transform: scaleX(-1); }`,
  // What is selected or current is shown by backgrounds otherwise, and they are not drawn.
  `@media (forced-colors: active) {
    button, input, textarea { border: 1px solid !important; }
    input:is([type='checkbox'], [type='radio']) { appearance: auto !important; }
    [aria-selected='true'], [aria-pressed='true'], [data-highlighted], a[aria-current] { outline: 2px solid Highlight; outline-offset: -2px; }
    :is([role='dialog'], [role='alertdialog'], [role='menu']) { border: 1px solid; }
  }`,
  `:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }`,
  // The background of the administration and of the account.
  `body:is([data-area='admin'], [data-area='user']) { background: color-mix(in srgb, var(--canvas), var(--accent-solid) 2%); }`,
  // Focused after a navigation, for screen readers; not a control.
  `:is(h1, h2, h3)[tabindex='-1']:focus { outline: 0; }`,
]

const attribute = 'data-holdall-style'

/**
 * Adds custom properties, fonts, reset and base elements to the page, once. They have a style element of their own: a
 * browser lays out the whole page again whenever a rule is added beside rules about fonts or about every element, and
 * styled-components adds one for each component that is shown for the first time. Before that element, whose rules
 * replace these, and through the CSSOM, which a content security policy without inline styles allows.
 */
export function addGlobalStyle(): void {
  if (document.querySelector(`style[${attribute}]`)) return
  const style = document.createElement('style')
  style.setAttribute(attribute, '')
  document.head.insertBefore(style, document.head.querySelector('style[data-styled]'))
  for (const rule of [...fontFaces, ...properties, ...elements])
    style.sheet?.insertRule(rule, style.sheet.cssRules.length)
}
