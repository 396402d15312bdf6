import { createShare, updateShare } from '@holdall/api'
import { makeEntry, makeId, refuse } from '@holdall/testing'
import { fireEvent, screen } from '@testing-library/react'
import { share, sharedFile } from '../testing/platform-fixture.ts'
import { openSharePopup } from '../testing/share-popup-fixture.ts'
import { fromInputValue, toInputValue } from './zoned-time.ts'

afterEach(() => {
  jest.restoreAllMocks()
})

const choose = (value: string) => {
  fireEvent.change(screen.getByLabelText('Ends on'), { target: { value } })
}

test('a link ends at a date and time that its owner chooses', async () => {
  const nowMs = Date.UTC(2026, 0, 1, 12)
  jest.spyOn(Date, 'now').mockReturnValue(nowMs)
  const file = makeEntry({ name: 'plan.docx' })
  const { user, server } = await openSharePopup(file)
  const expires_at = new Date(fromInputValue('2096-05-04T18:30', undefined)!).toISOString()
  server.on(createShare, { data: share(file.id, { expires_at }) })
  await user.click(screen.getByRole('switch', { name: 'Expires' }))
  await user.click(screen.getByRole('radio', { name: 'End date' }))
  // A week from now, until something else is chosen.
  expect(screen.getByLabelText('Ends on')).toHaveValue(toInputValue(nowMs + 7 * 86_400_000, undefined))
  choose('2096-05-04T18:30')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByRole('textbox', { name: 'Link' })
  expect(server.callsOf(createShare)[0]?.body).toMatchObject({ expires_at })
  expect(server.callsOf(createShare)[0]?.body).not.toHaveProperty('expiration')
  expect(screen.getByRole('radio', { name: 'End date' })).toBeChecked()
  expect(screen.getByLabelText('Ends on')).toHaveValue('2096-05-04T18:30')
})

test.each(['2020-01-02T10:00', ''])('the end %j is refused, and nothing is sent', async (value) => {
  const { user, server } = await openSharePopup(makeEntry({ name: 'plan.docx' }))
  await user.click(screen.getByRole('switch', { name: 'Expires' }))
  await user.click(screen.getByRole('radio', { name: 'End date' }))
  choose(value)
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByText('Choose a date and time in the future')).toBeInTheDocument()
  expect(screen.getByLabelText('Ends on')).toBeInvalid()
  expect(server.callsOf(createShare)).toHaveLength(0)
})

test('what the server says of the date is shown at the date', async () => {
  const { user, server } = await openSharePopup(sharedFile('plan.docx', { expires_at: '2096-05-04T10:00:00.000Z' }))
  server.on(updateShare, () => refuse('validation', { errors: { expires_at: ['Choose a date within ten years.'] } }))
  choose('2097-01-01T00:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Choose a date within ten years.')).toBeInTheDocument()
})

test('a link whose date has passed gets another date', async () => {
  const { user, server } = await openSharePopup(sharedFile('plan.docx', { expires_at: '2020-05-04T10:00:00.000Z' }))
  server.on(updateShare, { data: share(makeId()) })
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  choose('2096-01-01T00:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Link updated')
  const expires_at = new Date(fromInputValue('2096-01-01T00:00', undefined)!).toISOString()
  expect(server.callsOf(updateShare)[0]?.body).toEqual({ expires_at })
})
