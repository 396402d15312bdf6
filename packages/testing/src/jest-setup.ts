import '@testing-library/jest-dom'
import { TextDecoder, TextEncoder } from 'node:util'

// jsdom lacks them; react-router and the api client use both.
Object.assign(globalThis, { TextEncoder, TextDecoder })
