/** Opens a connection to this server as pages do, and resolves once the server has greeted. */
export function openSocket(key: string, signal: AbortSignal): Promise<void> {
  const { protocol, host } = window.location
  const address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/app/${encodeURIComponent(key)}?protocol=7`
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const fail = () => {
      socket.close()
      reject(new Error('No connection was made.'))
    }
    signal.addEventListener('abort', fail, { once: true })
    socket.addEventListener('error', fail)
    socket.addEventListener('close', fail)
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string' || !data.includes('pusher:connection_established')) return
      signal.removeEventListener('abort', fail)
      resolve()
      socket.close()
    })
  })
}
