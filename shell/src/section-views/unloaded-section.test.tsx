import { renderSection } from '@holdall/testing'
import { defineSection, type PopupProps, type SectionModule, Slot } from '@holdall/section'
import { act, screen } from '@testing-library/react'
import { FormattedMessage } from 'react-intl'
import { testSection } from '../testing/test-section.tsx'

const Page = () => (
  <>
    <h1>The page</h1>
    <Slot name="sign-in.foot" props={{}} />
  </>
)
const page = () => Promise.resolve(Page)
const shown = () => testSection({ routes: [{ path: '/platform/files', access: 'user', titleKey: 'files', page }] })

/** A section that is not loaded yet; `started` is called once it is. */
function other(parts: Partial<SectionModule>) {
  const started = jest.fn()
  const section = defineSection({
    id: 'calendar',
    version: '1.0.0',
    requires: { shellApi: '^1.0.0' },
    routes: [],
    messages: { 'en-US': () => Promise.resolve({ 'calendar.title': 'From the calendar' }) },
    start: started,
    ...parts,
  })
  return { section, started }
}
const Title = () => <FormattedMessage id="calendar.title" />

test('a popup of a section that is not loaded loads it, and has its messages', async () => {
  const Popup = ({ close }: PopupProps) => (
    <dialog open aria-label="New event">
      <Title />
      <button onClick={close}>Done</button>
    </dialog>
  )
  const { section, started } = other({ popups: { 'create-folder': () => Promise.resolve(Popup) } })
  const { host, user } = await renderSection(shown(), { path: '/platform/files', others: [section] })
  expect(started).not.toHaveBeenCalled()
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  expect(await screen.findByRole('dialog', { name: 'New event' })).toHaveTextContent('From the calendar')
  expect(started).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a slot is filled by a section that is not loaded, with its messages', async () => {
  const { section, started } = other({ slots: [{ slot: 'sign-in.foot', component: () => Promise.resolve(Title) }] })
  await renderSection(shown(), { path: '/platform/files', others: [section] })
  expect(await screen.findByText('From the calendar')).toBeInTheDocument()
  expect(started).toHaveBeenCalledTimes(1)
})

test('a query loads the sections with providers and shows their results', async () => {
  const find = () =>
    Promise.resolve((query: string) =>
      Promise.resolve([{ id: 'e1', title: `Event ${query}`, icon: 'grid', run: () => {} }]),
    )
  const { section } = other({
    spotlight: [{ id: 'events', labelKey: 'calendar.title', access: 'user', find }],
  })
  const { user } = await renderSection(shown(), { path: '/platform/files', others: [section] })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'lunch')
  expect(await screen.findByRole('option', { name: /Event lunch/ })).toBeInTheDocument()
  expect(screen.getByText('From the calendar')).toBeInTheDocument()
})

test('a section that fails has no results, and the others are not affected', async () => {
  const { section } = other({
    spotlight: [{ id: 'events', labelKey: 'calendar.title', access: 'user', find: () => new Promise(() => {}) }],
    start: () => {
      throw new Error('broken')
    },
  })
  const { user } = await renderSection(shown(), { path: '/platform/files', others: [section] })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'prof')
  expect(await screen.findByText(/^1 result/)).toBeInTheDocument()
  expect(screen.getByRole('option', { name: /^Prof/ })).toBeInTheDocument()
})
