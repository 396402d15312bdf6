import { abortUpload, browseFolder, folderTree, setAvatar, signOut, updateSetting, uploadChunk } from '@holdall/api'
import axios, { AxiosError, type AxiosResponse, CanceledError, type InternalAxiosRequestConfig } from 'axios'
import { ApiError, isApiError, toApiError } from './api-error.ts'
import { type CallOptions, type ClientOptions, createApiClient } from './client.ts'

interface Answer {
  readonly status?: number
  readonly body?: unknown
}

/** A client over a transport that records the requests and gives one answer. */
function connected(answer: Answer | Error | 'pending' = {}, own: Partial<ClientOptions> = {}) {
  const sent: InternalAxiosRequestConfig[] = []
  const onUnauthenticated = jest.fn()
  const onFolderForbidden = jest.fn()
  const http = axios.create({
    adapter: (config) => {
      sent.push(config)
      if (answer === 'pending')
        return new Promise((_, reject) => {
          config.signal?.addEventListener?.('abort', () => {
            reject(new CanceledError('canceled', config))
          })
        })
      if (answer instanceof Error) return Promise.reject(answer)
      const { status = 200, body = {} } = answer
      const response: AxiosResponse = { status, statusText: '', headers: {}, config, data: body }
      return status < 400
        ? Promise.resolve(response)
        : Promise.reject(new AxiosError('refused', 'ERR_BAD_REQUEST', config, null, response))
    },
  })
  return {
    client: createApiClient({ baseUrl: 'https://files.example', http, onUnauthenticated, onFolderForbidden, ...own }),
    sent,
    onUnauthenticated,
    onFolderForbidden,
  }
}
const upload = {
  id: 'upload-1',
  type: 'upload',
  attributes: { name: 'a', offset: 1, size: null, status: 'receiving', expires_at: '2026-11-22T00:00:00.000Z' },
}

describe('a request', () => {
  test('has the method, the path with its parameters, and the body of the endpoint', async () => {
    const { client, sent } = connected()
    await client.call(updateSetting, { body: { name: 'locale', value: 'de' } })
    expect(sent[0]).toMatchObject({
      baseURL: 'https://files.example',
      method: updateSetting.method.toLowerCase(),
      url: updateSetting.path,
      withCredentials: true,
    })
    expect(JSON.parse(sent[0]?.data as string)).toEqual({ name: 'locale', value: 'de' })
    expect(sent[0]?.headers.get('Accept')).toBe('application/json')
  })

  test('escapes a parameter of the path', async () => {
    const { client, sent } = connected()
    await client.call(abortUpload, { params: { upload_id: 'a/b ?#%' } })
    expect(sent[0]?.url).toBe('/api/upload/a%2Fb%20%3F%23%25')
  })

  test('sends the query of the endpoint', async () => {
    const { client, sent } = connected({ body: { data: [] } })
    await client.call(folderTree, { query: { parent_id: 'f' } })
    expect(sent[0]?.params).toEqual({ parent_id: 'f' })
  })

  test('sends bytes as the raw body and the fields as query, names with quotes, slashes and signs too', async () => {
    const { client, sent } = connected({ body: { data: upload } })
    const bytes = new Blob(['abc'])
    const name = `he said "hi" & 100 % of a/b + c's?.txt`
    await client.call(uploadChunk, { body: { name, is_last_chunk: true } }, { bytes })
    expect(sent[0]?.data).toBe(bytes)
    expect(sent[0]?.headers.get('Content-Type')).toBe('application/octet-stream')
    const query = axios.getUri(sent[0]).split('?')[1] ?? ''
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ name, is_last_chunk: 'true' })
  })

  test('sends an image in a form, in the field of the endpoint', async () => {
    const { client, sent } = connected({ status: 204, body: '' })
    await client.call(setAvatar, {}, { bytes: new Blob(['abc']) })
    const form = sent[0]?.data as FormData
    expect(form).toBeInstanceOf(FormData)
    expect([...form.keys()]).toEqual(['avatar'])
    expect(sent[0]?.headers.get('Content-Type')).not.toBe('application/octet-stream')
    expect(sent[0]?.timeout).toBe(0)
  })

  test('adds the headers that the caller gives', async () => {
    const { client, sent } = connected()
    await client.call(signOut, {}, { headers: { 'X-Reason': 'test' } })
    expect(sent[0]?.headers.get('X-Reason')).toBe('test')
  })

  test('reports the bytes that were sent', async () => {
    const { client, sent } = connected({ body: { data: upload } })
    const progress: number[] = []
    const onProgress = (bytes: number) => progress.push(bytes)
    await client.call(uploadChunk, { body: { name: 'a' } }, { bytes: new Blob(['a']), onProgress })
    sent[0]?.onUploadProgress?.({ loaded: 7, bytes: 7, lengthComputable: true })
    expect(progress).toEqual([7])
  })
})

describe('the time limit', () => {
  test.each<[number, CallOptions]>([
    [30_000, {}],
    [5, { timeout: 5 }],
  ])('is %d ms with the options %j', async (expected, options) => {
    const { client, sent } = connected()
    await client.call(signOut, {}, options)
    expect(sent[0]?.timeout).toBe(expected)
  })

  test('does not exist for uploads', async () => {
    const { client, sent } = connected({ body: { data: upload } })
    await client.call(uploadChunk, { body: { name: 'a' } }, { bytes: new Blob(['a']) })
    expect(sent[0]?.timeout).toBe(0)
  })

  test('that is exceeded is a network error', async () => {
    const { client } = connected(new AxiosError('timeout of 30000ms exceeded', 'ECONNABORTED'))
    await expect(client.call(signOut)).rejects.toMatchObject({ code: 'network', status: 0 })
  })
})

describe('an answer', () => {
  test('is parsed by the schema of the endpoint', async () => {
    const { client } = connected({ body: { data: [], more: 'of a newer server' } })
    await expect(client.call(folderTree)).resolves.toEqual({ data: [] })
  })

  test('that does not match the schema is malformed, with its status', async () => {
    const { client } = connected({ body: '<html>Sign in to the hotel’s network</html>' })
    await expect(client.call(folderTree)).rejects.toMatchObject({
      name: 'ApiError',
      code: 'malformed',
      status: 200,
    })
  })

  test('of an endpoint without content is an empty object', async () => {
    const { client } = connected({ status: 204, body: '' })
    await expect(client.call(signOut)).resolves.toEqual({})
  })
})

describe('a refusal', () => {
  test('carries code, status, message and the fields of its code', async () => {
    const body = { message: 'Wrong offset.', code: 'wrong-offset', offset: 42 }
    const { client } = connected({ status: 409, body })
    const error = await client.call(signOut).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 'wrong-offset',
      status: 409,
      message: 'Wrong offset.',
      offset: 42,
      fields: {},
      retryAfter: null,
      errorId: null,
    })
  })

  test.each([
    ['validation', 422, { errors: { name: ['Taken.'] } }, { fields: { name: ['Taken.'] } }],
    ['throttled', 429, { retry_after: 7 }, { retryAfter: 7 }],
    ['internal', 500, { error_id: 'E-1' }, { errorId: 'E-1' }],
  ])('%s carries its own field', (code, status, extra, expected) => {
    expect(toApiError(status, { message: 'No.', code, ...extra })).toMatchObject({ code, status, ...expected })
  })

  test.each([
    ['HTML of a proxy', '<html>502 Bad Gateway</html>', 502],
    ['nothing', '', 413],
    ['a message without a code', { message: 'No.' }, 400],
  ])('of %s is malformed, with its status', (_, body, status) => {
    expect(toApiError(status, body)).toMatchObject({ code: 'malformed', status })
  })

  test('with unauthenticated calls onUnauthenticated, and the call still fails', async () => {
    const { client, onUnauthenticated } = connected({
      status: 401,
      body: { message: 'Sign in.', code: 'unauthenticated' },
    })
    await expect(client.call(signOut)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(onUnauthenticated).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['unauthenticated', 401],
    ['forbidden', 403],
  ])('with %s calls no handler when the session began after the call', async (code, status) => {
    let version = 1
    const { client, onUnauthenticated, onFolderForbidden } = connected(
      { status, body: { message: 'No.', code } },
      { sessionVersion: () => version++ },
    )
    await expect(client.call(browseFolder, { params: { id: 'all' } })).rejects.toMatchObject({ status })
    expect(onUnauthenticated).not.toHaveBeenCalled()
    expect(onFolderForbidden).not.toHaveBeenCalled()
  })

  test.each([
    ['of a folder calls onFolderForbidden with the path of the request', browseFolder, ['/api/browse/folders/all']],
    ['of anything else calls no handler', folderTree, []],
  ] as const)('with 403 %s', async (_what, endpoint, told) => {
    const { client, onFolderForbidden } = connected({ status: 403, body: '<html>Refused by a proxy</html>' })
    await expect(client.call(endpoint, { params: { id: 'all' }, query: {} })).rejects.toMatchObject({ status: 403 })
    expect(onFolderForbidden.mock.calls.flat()).toEqual(told)
  })

  test('with any other code does not call onUnauthenticated', async () => {
    const { client, onUnauthenticated } = connected({ status: 404, body: { message: 'No.', code: 'not-found' } })
    await expect(client.call(signOut)).rejects.toMatchObject({ code: 'not-found' })
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })
})

test('no answer is a network error', async () => {
  const { client } = connected(new AxiosError('Network Error', 'ERR_NETWORK'))
  await expect(client.call(signOut)).rejects.toMatchObject({ code: 'network', status: 0 })
})

test('a call that the caller aborts fails with aborted', async () => {
  const { client } = connected('pending')
  const stop = new AbortController()
  const call = client.call(signOut, {}, { signal: stop.signal })
  stop.abort()
  await expect(call).rejects.toMatchObject({ code: 'aborted', status: 0 })
})

test('isApiError recognises an ApiError, and its code', () => {
  const error = new ApiError('busy', 503, { message: '' })
  expect([
    isApiError(error),
    isApiError(error, 'busy'),
    isApiError(error, 'internal'),
    isApiError(new Error()),
  ]).toEqual([true, true, false, false])
})
