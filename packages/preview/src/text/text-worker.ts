import { runTextWork, type TextWork } from './text-work.ts'

// The entry of a worker. Its first message tells that it is loaded; then the time limit begins.
globalThis.addEventListener('message', ({ data }: MessageEvent<TextWork>) => {
  globalThis.postMessage(runTextWork(data))
})
globalThis.postMessage('ready')
