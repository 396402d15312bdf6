import { finishUploadRequest } from '@holdall/api'
import type { UploadItem } from '@holdall/section'
import { makeId } from '@holdall/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { file, link, openRequest, prepareRequestPage, requestOf } from './testing/open-request.tsx'

beforeAll(prepareRequestPage)

test('“I’m done” asks first, then thanks', async () => {
  const { user, server } = await openRequest([file])
  server.on(finishUploadRequest, requestOf({ status: 'filled', closes_at: null }))
  const done = await screen.findByRole('button', { name: 'I’m done' })
  await user.click(done)
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Not yet' }))
  expect(server.callsOf(finishUploadRequest)).toEqual([])
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })
  await user.click(done)
  const question = within(await screen.findByRole('alertdialog', { name: 'Close this request for everyone?' }))
  expect(question.getByText(/closes the request for everyone with this link: nobody can add/)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'I’m done' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you' })).toBeInTheDocument()
  expect(screen.getByText(/knows that your files are there/)).toHaveTextContent('Tomás Herrera')
})

const uploadOf = (state: UploadItem['state'], of = link): UploadItem => ({
  id: makeId(),
  kind: 'file',
  name: 'a.pdf',
  size: 10,
  link: of,
  folderId: null,
  folderName: 'Contracts',
  path: '',
  state,
})

test('it waits for uploads of this request', async () => {
  const running = { step: 'uploading', sent: 1, bytesPerSecond: null } as const
  const { user, upload } = await openRequest([file])
  const done = await screen.findByRole('button', { name: 'I’m done' })
  upload(uploadOf(running))
  expect(done).toHaveAttribute('title', 'Wait until your files are uploaded')
  await user.click(done)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

test('files that could not be sent are named in the question, and forgotten afterwards', async () => {
  const failed = uploadOf({ step: 'failed', sent: 0, reason: 'Too large', retry: false })
  const another = uploadOf({ step: 'paused', sent: 0 }, { ...link, token: 'another-request-1234' })
  const { user, server, cancelled, upload } = await openRequest([file])
  server.on(finishUploadRequest, requestOf({ status: 'filled' }))
  const done = await screen.findByRole('button', { name: 'I’m done' })
  upload(failed, another)
  await user.click(done)
  const question = within(await screen.findByRole('alertdialog'))
  expect(
    question.getByText(/1 file isn’t uploaded yet and won’t be sent. This closes the request for everyone/),
  ).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'I’m done' }))
  await screen.findByRole('heading', { name: 'Thank you' })
  expect(cancelled).toEqual([failed.id])
})
