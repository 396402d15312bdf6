import { updateSetting } from '@holdall/api'
import { api } from '@holdall/api-client'
import { defineSection, useHost, useParams, useSession } from '@holdall/section'
import { screen, waitFor } from '@testing-library/react'
import { FormattedMessage } from 'react-intl'
import { makeUser } from '../index.ts'
import { renderSection } from './render-section.tsx'

function Page() {
  const { id } = useParams()
  const session = useSession()
  const { toasts, navigation } = useHost()
  const save = async () => {
    await api.call(updateSetting, { body: { name: 'locale', value: 'de' } })
    toasts.show({ type: 'success', message: 'Saved' })
    navigation.go({ name: 'Example', params: { id: 'next' } })
  }
  return (
    <main>
      <h1>
        <FormattedMessage id="example.title" values={{ id: id ?? 'none' }} />
      </h1>
      <p>{session.state === 'signed-in' ? session.user.attributes.name : 'nobody'}</p>
      <button type="button" onClick={() => void save()}>
        Save
      </button>
    </main>
  )
}

const section = defineSection({
  id: 'example',
  version: '1.0.0',
  requires: { shellApi: '^1.0.0' },
  routes: [{ path: '/example/:id?', access: 'user', titleKey: 'example', page: () => Promise.resolve(Page) }],
  namedRoutes: { Example: '/example/:id?' },
  messages: { 'en-US': () => Promise.resolve({ example: 'Example', 'example.title': 'Example {id}' }) },
})

test('mounts the route of the path in the shell, with session and messages', async () => {
  const { user, server, address } = await renderSection(section, {
    path: '/example/first',
    session: makeUser({ name: 'Ada' }),
  })
  expect(screen.getByRole('heading', { name: 'Example first' })).toBeInTheDocument()
  expect(document.title).toBe('Example – Holdall')
  expect(screen.getByText('Ada')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved')).toBeInTheDocument()
  expect(server.callsOf(updateSetting)).toHaveLength(1)
  await waitFor(() => {
    expect(address()).toBe('/example/next')
  })
})

test('mounts a section without a session', async () => {
  const { host } = await renderSection(section, { path: '/example', session: 'anonymous' })
  expect(host.session.get()).toEqual({ state: 'anonymous' })
  expect(screen.getByText('nobody')).toBeInTheDocument()
})
