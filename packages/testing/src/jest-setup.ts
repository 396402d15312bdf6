import '@testing-library/jest-dom'
import { configure, getConfig } from '@testing-library/dom'
import { TextDecoder, TextEncoder } from 'node:util'
import * as React from 'react'
import { answerComputedStylesFast } from './computed-style.ts'
import { finishAct } from './finish-act.ts'

// Only a test that fails waits as long.
configure({ asyncUtilTimeout: 30_000 })

afterEach(() => {
  jest.useRealTimers()
})

// The error of a query that finds nothing shows the whole document. While one waits for an element, such an error is made
// at each attempt, and only the last one is read, to which the document is added again.
const { getElementError } = getConfig()
const isWaiting = (config: object) =>
  '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
configure({
  getElementError: (message, container) =>
    isWaiting(getConfig())
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

answerComputedStylesFast(window)
finishAct(jest.requireActual('react'))

// React captures a stack trace for each element that it creates, until there are ten thousand in a second, to name the
// owner in its warnings: a tenth of the time of component tests.
const reactInternals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} })

// A browser lists over four hundred time zones, and the profile page formats the offset of each.
const { supportedValuesOf } = Intl
Intl.supportedValuesOf = (key) =>
  key === 'timeZone' ? ['America/New_York', 'Asia/Katmandu', 'Europe/Stockholm'] : supportedValuesOf(key)

// jsdom lacks them; react-router and the api client use both.
Object.assign(globalThis, { TextEncoder, TextDecoder })

// It lacks this one too, and the message channels that are used where it is missing.
Object.assign(globalThis, { scheduler: { yield: () => new Promise((resolve) => setTimeout(resolve)) } })

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

// oxlint-disable-next-line typescript/no-unnecessary-condition -- jsdom has no layout to scroll in
Element.prototype.scrollIntoView ??= () => {}

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
