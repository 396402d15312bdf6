/** Loaded after the first screen, with the libraries for WebSocket. */
export { echoConnections } from './echo-connection.ts'
export { startRealtime } from './realtime.ts'
