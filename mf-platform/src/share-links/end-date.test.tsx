import { createShare, updateShare } from '@holdall/api'
import { makeEntry, makeId, refuse, renderSection } from '@holdall/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith, share, sharedFile } from '../testing/platform-fixture.ts'
import { fromInputValue, toInputValue } from './zoned-time.ts'

async function open(entry: ReturnType<typeof makeEntry>) {
  const { server } = serverWith([entry])
  const view = await renderSection(section, { path: '/platform/files', server })
  fireEvent.contextMenu(await within(await screen.findByRole('grid')).findByText(entry.attributes.name))
  const action = entry.relationships.shared ? 'Edit link…' : 'Share…'
  await view.user.click(await screen.findByRole('menuitem', { name: action }))
  await screen.findByRole('dialog', { name: `Share “${entry.attributes.name}”` })
  return { ...view, server }
}
const choose = (value: string) => {
  fireEvent.change(screen.getByLabelText('Ends on'), { target: { value } })
}

test('a link ends at a date and time that its owner chooses', async () => {
  const file = makeEntry({ name: 'plan.docx' })
  const { user, server } = await open(file)
  const expires_at = new Date(fromInputValue('2096-05-04T18:30', undefined)!).toISOString()
  server.on(createShare, { data: share(file.id, { expires_at }) })
  await user.click(screen.getByRole('switch', { name: 'Expires' }))
  await user.click(screen.getByRole('radio', { name: 'End date' }))
  // A week from now, until something else is chosen.
  expect(screen.getByLabelText('Ends on')).toHaveValue(toInputValue(Date.now() + 7 * 86_400_000, undefined))
  choose('2096-05-04T18:30')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  await screen.findByRole('textbox', { name: 'Link' })
  expect(server.callsOf(createShare)[0]?.body).toMatchObject({ expires_at })
  expect(server.callsOf(createShare)[0]?.body).not.toHaveProperty('expiration')
  expect(screen.getByRole('radio', { name: 'End date' })).toBeChecked()
  expect(screen.getByLabelText('Ends on')).toHaveValue('2096-05-04T18:30')
})

test.each(['2020-01-02T10:00', ''])('the end %j is refused, and nothing is sent', async (value) => {
  const { user, server } = await open(makeEntry({ name: 'plan.docx' }))
  await user.click(screen.getByRole('switch', { name: 'Expires' }))
  await user.click(screen.getByRole('radio', { name: 'End date' }))
  choose(value)
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByText('Choose a date and time in the future')).toBeInTheDocument()
  expect(screen.getByLabelText('Ends on')).toBeInvalid()
  expect(server.callsOf(createShare)).toHaveLength(0)
})

test('what the server says of the date is shown at the date', async () => {
  const { user, server } = await open(sharedFile('plan.docx', { expires_at: '2096-05-04T10:00:00.000Z' }))
  server.on(updateShare, () => refuse('validation', { errors: { expires_at: ['Choose a date within ten years.'] } }))
  choose('2097-01-01T00:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Choose a date within ten years.')).toBeInTheDocument()
})

test('a link whose date has passed gets another date', async () => {
  const { user, server } = await open(sharedFile('plan.docx', { expires_at: '2020-05-04T10:00:00.000Z' }))
  server.on(updateShare, { data: share(makeId()) })
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  choose('2096-01-01T00:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Link updated')
  const expires_at = new Date(fromInputValue('2096-01-01T00:00', undefined)!).toISOString()
  expect(server.callsOf(updateShare)[0]?.body).toEqual({ expires_at })
})
