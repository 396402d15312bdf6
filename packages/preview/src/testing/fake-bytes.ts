/** The parts of a Response that the preview reads. */
function responseOf(status: number, bytes: Uint8Array) {
  let isRead = false
  const body = {
    getReader: () => ({
      read: async () => {
        const done = isRead
        isRead = true
        return done ? { done } : { done, value: bytes }
      },
      cancel: async () => {},
    }),
    cancel: async () => {},
  }
  return { ok: status < 400, status, body }
}

/** Replaces `fetch` by a server of these files, by address. Returns the requests as `METHOD address range`. */
export function serveBytes(files: Readonly<Record<string, Uint8Array | string | number | Error>>): string[] {
  const requests: string[] = []
  const answer = async (url: string, { method = 'GET', headers }: RequestInit = {}) => {
    const range = new Map(Object.entries((headers ?? {}) as Record<string, string>)).get('range')
    requests.push([method, url, ...(range ? [range] : [])].join(' '))
    const file = files[url] ?? 404
    if (file instanceof Error) throw file
    if (typeof file === 'number') return responseOf(file, new Uint8Array())
    const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    return first === undefined ? responseOf(200, bytes) : responseOf(206, bytes.slice(Number(first), Number(last) + 1))
  }
  Object.assign(globalThis, { fetch: answer })
  return requests
}
