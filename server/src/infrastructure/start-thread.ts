import { Worker } from 'node:worker_threads'

const preload = new URL('../load-stripped-types.mjs', import.meta.url).href

/** Starts a thread that loads built modules, as the main thread does. */
export const startThread = (module: URL, workerData?: unknown): Worker =>
  new Worker(module, { workerData, execArgv: [`--import=${preload}`] })
