import { QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { createQueryClient } from './query-client.ts'

test('loads what failed once the connection is back', async () => {
  const client = createQueryClient()
  client.mount()
  let isConnected = false
  const observer = new QueryObserver(client, {
    queryKey: ['storage'],
    queryFn: () => (isConnected ? Promise.resolve('loaded') : Promise.reject(new Error('no connection'))),
  })
  const end = observer.subscribe(() => undefined)
  await waitFor(() => expect(observer.getCurrentResult().isError).toBe(true))
  isConnected = true
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(observer.getCurrentResult().data).toBe('loaded'))
  end()
  client.unmount()
})
