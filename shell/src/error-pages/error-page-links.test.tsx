import { defineSection, type SectionModule } from '@holdall/section'
import { renderSection } from '@holdall/testing'
import { screen, waitFor } from '@testing-library/react'
import { testSection } from '../testing/test-section.tsx'
import { ErrorPageLinks } from './error-page-links.tsx'

const page = () => Promise.resolve(() => null)
const routeOf = (path: string, access: 'anyone' | 'user' = 'anyone') => ({
  path,
  access,
  titleKey: 'title',
  page,
})
/** A section with these routes only. */
const withRoutes = (parts: Partial<SectionModule>) =>
  defineSection({
    id: 'example',
    version: '1.0.0',
    requires: { shellApi: '^1.0.0' },
    routes: [],
    messages: { 'en-US': () => Promise.resolve({ title: 'Title', profile: 'Profile', people: 'People' }) },
    ...parts,
  })
const before = <ErrorPageLinks primary />
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test('a signed-in user can go to their files', async () => {
  const { user, address } = await renderSection(testSection({ nav: [] }), { path: '/user/profile', before })
  expect(buttons()).toEqual(['Go to Files', 'On the page'])
  await user.click(screen.getByRole('button', { name: 'Go to Files' }))
  await waitFor(() => {
    expect(address()).toBe('/platform/files')
  })
})

test('without a files page the first other entry is offered, and signing out', async () => {
  const section = withRoutes({
    routes: [routeOf('/user/profile', 'user'), routeOf('/user/people', 'user'), routeOf('/sign-in')],
    nav: [
      { id: 'profile', path: '/user/profile', labelKey: 'profile', icon: 'user', order: 10, access: 'user' },
      { id: 'people', path: '/user/people', labelKey: 'people', icon: 'user', order: 20, access: 'user' },
      { id: 'more', path: '/user/more', labelKey: 'title', icon: 'user', order: 30, access: 'user' },
    ],
  })
  const { user, address, host } = await renderSection(section, { path: '/user/profile', before })
  expect(buttons()).toEqual(['Go to People', 'Log out'])
  await user.click(screen.getByRole('button', { name: 'Go to People' }))
  await waitFor(() => {
    expect(address()).toBe('/user/people')
  })
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  await waitFor(() => {
    expect(host.session.get()).toEqual({ state: 'anonymous' })
  })
})

test('a visitor can go to the start page', async () => {
  const section = withRoutes({ routes: [routeOf('/share/:token'), routeOf('/sign-in'), routeOf('/')] })
  const { user, address } = await renderSection(section, { path: '/share/abc', session: 'anonymous', before })
  expect(buttons()).toEqual(['Go to the start page'])
  await user.click(screen.getByRole('button', { name: 'Go to the start page' }))
  await waitFor(() => {
    expect(address()).toBe('/')
  })
})

test('says that sign-in is not available where there is no page for it', async () => {
  await renderSection(withRoutes({ routes: [routeOf('/share/:token')] }), {
    path: '/share/abc',
    session: 'anonymous',
    before,
  })
  expect(screen.getByText(/^Sign-in isn’t available right now/)).toBeInTheDocument()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
