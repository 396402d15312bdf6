import { act, renderHook } from '@testing-library/react'
import { serveBytes } from '../testing/fake-bytes.ts'
import { usePicture } from './use-picture.ts'

/** A thumbnail of 100 pixels that is not enough; its original, which jsdom cannot decode, has this status. */
async function showThumbnail(status: number) {
  const requests = serveBytes({ '/original': status })
  const onFailure = jest.fn()
  const addresses = ['/thumbnail', '/original']
  const { result } = renderHook(() =>
    usePicture({ addresses, needsOriginal: ({ width }) => width < 500, onReplace() {}, onFailure }),
  )
  const image = Object.defineProperties(new Image(), { naturalWidth: { value: 100 }, naturalHeight: { value: 100 } })
  await act(async () => {
    result.current.onLoad(image)
  })
  return { result, requests, onFailure }
}

test.each([200, 403, 503])('the thumbnail stays where the original cannot be shown: status %d', async (status) => {
  const { result, requests, onFailure } = await showThumbnail(status)
  expect(requests).toEqual(['HEAD /original'])
  expect(onFailure).not.toHaveBeenCalled()
  expect([result.current.address, result.current.isOriginal]).toEqual(['/thumbnail', false])
})

test('an original that is gone is a failure', async () => {
  const { onFailure } = await showThumbnail(404)
  expect(onFailure).toHaveBeenCalledTimes(1)
  expect(onFailure.mock.calls[0]).toMatchObject([{ reason: 'refused' }])
})
