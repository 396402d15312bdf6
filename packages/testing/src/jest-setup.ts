import '@testing-library/jest-dom'
import { TextDecoder, TextEncoder } from 'node:util'

// jsdom lacks them; react-router and the api client use both.
Object.assign(globalThis, { TextEncoder, TextDecoder })

// jsdom has no layout: no media query holds there, as on a wide screen with a light theme.
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
})
