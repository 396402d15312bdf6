import { ApiError } from '@holdall/api-client'
import { screen, waitFor } from '@testing-library/react'
import type { FileSource } from '../folder-data/file-source.ts'
import { fakeSource } from '../testing/fake-source.ts'
import { giveLayout } from '../testing/layout.ts'
import { showBrowser } from '../testing/show-browser.tsx'

giveLayout()

const offline = new ApiError('network', 0, { message: '' })

/** The first page answers, the others do not. */
function brokenSource(): FileSource {
  const { source } = fakeSource(1000)
  return {
    ...source,
    page: (folder, query, signal) => (query.page === 1 ? source.page(folder, query, signal) : Promise.reject(offline)),
  }
}

test.each([
  ['End', '{End}'],
  ['a range', '{Shift>}{End}{/Shift}'],
])('%s to rows that cannot be loaded is reported and keeps the selection', async (_what, keys) => {
  jest.useFakeTimers({ advanceTimers: true })
  const failures: unknown[] = []
  const { user, target } = await showBrowser(brokenSource(), { onFailure: (error) => failures.push(error) })
  await user.click(await screen.findByText('file 1'))
  await user.keyboard(keys)
  await waitFor(() => {
    expect(failures).toEqual([offline])
  })
  expect(target()?.entries.map(({ id }) => id)).toEqual(['id-1'])
})
