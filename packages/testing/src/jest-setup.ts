import '@testing-library/jest-dom'
import { configure } from '@testing-library/dom'
import { TextDecoder, TextEncoder } from 'node:util'
import { answerComputedStylesFast } from './computed-style.ts'

// Lists are rendered in slices, between which a busy machine does other things.
configure({ asyncUtilTimeout: 5000 })

answerComputedStylesFast(window)

// jsdom lacks them; react-router and the api client use both.
Object.assign(globalThis, { TextEncoder, TextDecoder })

// jsdom has no layout. Here no media query matches, as on a wide screen with a light theme.
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

// jsdom's Blob has no arrayBuffer().
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

// jsdom has no PointerEvent; menus dispatch one when an entry is chosen by keyboard.
Object.assign(globalThis, { PointerEvent: MouseEvent })
