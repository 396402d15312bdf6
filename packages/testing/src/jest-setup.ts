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

// jsdom's Blob cannot be read by promise, as every browser's can.
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve(reader.result as ArrayBuffer)
    })
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error('unreadable'))
    })
    reader.readAsArrayBuffer(this)
  })
}

// jsdom has no PointerEvent; the menus make one when a key presses an entry.
Object.assign(globalThis, { PointerEvent: MouseEvent })
