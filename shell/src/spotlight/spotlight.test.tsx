import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { makeUser, renderSection, type RenderSectionOptions } from '@holdall/testing'
import { type SpotlightProvider, type SpotlightResult, useLocation } from '@holdall/section'
import { useEffect } from 'react'
import { useFocusOnNavigation } from '../app/focus-on-navigation.ts'
import { testSection } from '../testing/test-section.tsx'

type Find = Awaited<ReturnType<SpotlightProvider['find']>>
const person = (title: string, run = () => {}): SpotlightResult => ({ id: title, title, icon: 'user', run })

const show = (
  find?: Find,
  options: Partial<RenderSectionOptions> = {},
  access: SpotlightProvider['access'] = 'user',
) => {
  const provider = { id: 'people', labelKey: 'people', access, find: () => Promise.resolve(find as Find) }
  return renderSection(testSection({ spotlight: find ? [provider] : [] }), { path: '/platform/files', ...options })
}
const field = async () => {
  const combobox = await screen.findByRole('combobox')
  await waitFor(() => {
    expect(combobox).toHaveFocus()
  })
  return combobox
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const active = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant')
  return id === null ? null : document.getElementById(id)?.textContent
}

test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])('%s opens and closes it', async (keys) => {
  const { user } = await show()
  screen.getByRole('button', { name: 'On the page' }).focus()
  await user.keyboard(keys)
  await waitFor(() => {
    expect(screen.getByRole('combobox')).toHaveFocus()
  })
  await user.keyboard(keys)
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'On the page' })).toHaveFocus()
  })
})

test('what is typed before its field has the focus is in the field, and the page does not get it', async () => {
  const onPage = jest.fn()
  const { host } = await show(undefined, {
    before: (
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for the page.
      <div onKeyDown={onPage}>
        <button type="button">Behind</button>
      </div>
    ),
  })
  const behind = screen.getByRole('button', { name: 'Behind' })
  behind.focus()
  fireEvent.keyDown(behind, { key: 'k', ctrlKey: true })
  onPage.mockClear()
  for (const key of ['d', 'a', 'x', 'Backspace', 'r', 'k', 'Delete', 'Shift']) fireEvent.keyDown(behind, { key })
  expect(await field()).toHaveValue('dark')
  expect(options()).toEqual([expect.stringContaining('Switch to dark theme')])
  expect(onPage).not.toHaveBeenCalled()
  act(host.spotlight.close)
  act(host.spotlight.open)
  fireEvent.keyDown(behind, { key: 'Escape' })
  expect(host.spotlight.isOpen.get()).toBe(false)
})

test('what is typed has its own direction, the words of the empty field that of the page', async () => {
  const { user } = await show()
  await user.keyboard('{Control>}k{/Control}')
  expect(await field()).not.toHaveAttribute('dir')
  await user.keyboard('x')
  expect(await field()).toHaveAttribute('dir', 'auto')
})

test('is for who is signed in, and waits while a popup asks something', async () => {
  const { user, host } = await show()
  act(() => {
    host.overlay.alert({ title: 'Read this' })
  })
  await screen.findByRole('alertdialog')
  await user.keyboard('{Control>}k{/Control}')
  expect(host.spotlight.isOpen.get()).toBe(false)
  act(() => {
    host.overlay.clear()
    host.session.expire()
  })
  await user.keyboard('{Control>}k{/Control}')
  expect(host.spotlight.isOpen.get()).toBe(false)
})

test('the arrows move through the results and around, Enter goes there', async () => {
  const { user, address } = await show()
  await user.keyboard('{Control>}k{/Control}')
  await field()
  expect(options()).toEqual([
    expect.stringContaining('Files'),
    'ProfileCtrl 2',
    'Switch to grid viewCtrl 3',
    'Switch to dark themeCtrl 4',
    'Use this device’s emojiCtrl 5',
    'Log outCtrl 6',
  ])
  expect(active()).toContain('Files')
  await user.keyboard('{ArrowUp}')
  expect(active()).toContain('Log out')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toContain('Profile')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  expect(address()).toBe('/user/profile')
})

function PageWithHeading() {
  const moveFocus = useFocusOnNavigation()
  const { pathname } = useLocation()
  useEffect(moveFocus, [moveFocus, pathname])
  return (
    <>
      <button type="button">Beside the page</button>
      <main id="main">
        <h1>Page</h1>
      </main>
    </>
  )
}

test('the page that it leads to has the focus, not what had it before', async () => {
  const { user, address } = await show(undefined, { before: <PageWithHeading /> })
  screen.getByRole('button', { name: 'Beside the page' }).focus()
  await user.keyboard('{Control>}k{/Control}')
  await field()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(address()).toBe('/user/profile')
  await waitFor(() => {
    expect(screen.getByRole('heading', { name: 'Page' })).toHaveFocus()
  })
})

test('switches the emoji style', async () => {
  const { user, host } = await show()
  for (const [title, style] of [
    ['Use this device’s emoji', 'applemoji'],
    ['Use Twemoji emoji', 'twemoji'],
  ] as const) {
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), 'emoji')
    expect(options()).toEqual([expect.stringContaining(title)])
    await user.click(screen.getByRole('option'))
    expect(host.preferences.get().emojiType).toBe(style)
  }
})

test('typing narrows it, and a press runs a command', async () => {
  const { user, host } = await show()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'DARK')
  expect(options()).toEqual([expect.stringContaining('Switch to dark theme')])
  await user.click(screen.getByRole('option'))
  expect(host.theme.get()).toBe('dark')
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
})

test('asks the sections once the typing rests, and shows what they find under their heading', async () => {
  const run = jest.fn()
  const find = jest.fn<ReturnType<Find>, Parameters<Find>>((query) => Promise.resolve([person(`${query}!`, run)]))
  const { user } = await show(find)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'ada')
  const group = await screen.findByRole('group', { name: 'People' })
  expect(within(group).getByRole('option')).toHaveTextContent('ada!')
  expect(find.mock.calls.map(([query]) => query)).toEqual(['ada'])
  await user.keyboard('{Enter}')
  expect(run).toHaveBeenCalledTimes(1)
})

test('what is chosen stays chosen when results are inserted above it', async () => {
  let answer: (results: readonly SpotlightResult[]) => void = () => {}
  const pending = new Promise<readonly SpotlightResult[]>((resolve) => {
    answer = resolve
  })
  const find = jest.fn<ReturnType<Find>, Parameters<Find>>(() => pending)
  const { user } = await show(find)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'l')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toContain('Log out')
  await waitFor(() => {
    expect(find).toHaveBeenCalled()
  })
  answer([person('Otto'), person('Olga')])
  expect(await screen.findByRole('group', { name: 'People' })).toBeInTheDocument()
  expect(active()).toContain('Log out')
})

test('aborts a search whose query has changed', async () => {
  const asked: { query: string; signal: AbortSignal }[] = []
  const find: Find = (query, _, signal) => {
    asked.push({ query, signal })
    return query === 'a' ? new Promise(() => {}) : Promise.resolve([person('second')])
  }
  const { user } = await show(find)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'a')
  await waitFor(() => {
    expect(asked).toHaveLength(1)
  })
  await user.type(await field(), 'b')
  expect(await screen.findByRole('option', { name: /second/ })).toBeInTheDocument()
  expect(asked.map(({ query, signal }) => [query, signal.aborted])).toEqual([
    ['a', true],
    ['ab', false],
  ])
})

test('Ctrl or Cmd with a digit opens the result at that place', async () => {
  const { user, address, host } = await show()
  await user.keyboard('{Control>}k{/Control}')
  await field()
  await user.keyboard('{Control>}9{/Control}')
  expect(host.spotlight.isOpen.get()).toBe(true)
  await user.keyboard('{Meta>}2{/Meta}')
  expect(host.spotlight.isOpen.get()).toBe(false)
  expect(address()).toBe('/user/profile')
})

test('switches between list and grid', async () => {
  const { user, host } = await show()
  for (const [command, view] of [
    ['grid view', 'grid'],
    ['list view', 'list'],
  ] as const) {
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await field(), command)
    await user.keyboard('{Enter}')
    expect(host.preferences.get().view).toBe(view)
  }
})

test('shows at most three of its own results for a text', async () => {
  const { user } = await show()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'i')
  expect(options()).toHaveLength(3)
})

test('gives a provider the messages of its section', async () => {
  const find: Find = (_query, _host, _signal, text) => Promise.resolve([person(text('people'))])
  const { user } = await show(find)
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'zzz')
  expect(await screen.findByRole('option', { name: /People/ })).toBeInTheDocument()
})

test('says that results are missing beside those that are there', async () => {
  const { user } = await show(() => Promise.reject(new Error('broken')))
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'log')
  expect((await screen.findAllByText(/Some results couldn’t be loaded/)).length).toBeGreaterThan(0)
  expect(options()).toEqual([expect.stringContaining('Log out')])
})

test('one provider that fails leaves the rest, and does not look like a search without results', async () => {
  const { user, host } = await show(() => Promise.reject(new Error('broken')))
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await field(), 'zzz')
  expect(await screen.findByText('Couldn’t search for “zzz”')).toBeInTheDocument()
  expect(screen.getByText('Check your connection and try again.')).toBeInTheDocument()
  expect(screen.queryByText('No results for “zzz”')).not.toBeInTheDocument()
  expect(options()).toEqual([])
  expect(host.log.entries().map(({ message }) => message)).toEqual(['The spotlight provider people failed.'])
})

test('what admins may find is not looked for by others', async () => {
  const find = jest.fn<ReturnType<Find>, Parameters<Find>>(() => Promise.resolve([person('Ada')]))
  const plain = await show(find, {}, 'admin')
  await plain.user.keyboard('{Control>}k{/Control}')
  await plain.user.type(await field(), 'zzz')
  expect(await screen.findByText('No results for “zzz”')).toBeInTheDocument()
  expect(find).not.toHaveBeenCalled()
  plain.unmount()

  const admin = await show(find, { session: makeUser({ role: 'admin' }) }, 'admin')
  await admin.user.keyboard('{Control>}k{/Control}')
  await admin.user.type(await field(), 'zzz')
  expect(await screen.findByRole('option', { name: /Ada/ })).toBeInTheDocument()
})

test('Escape and a press on the dimming close it', async () => {
  const { user, host } = await show()
  await user.keyboard('{Control>}k{/Control}')
  await field()
  await user.keyboard('{Escape}')
  expect(host.spotlight.isOpen.get()).toBe(false)
  act(host.spotlight.open)
  await screen.findByRole('dialog', { name: 'Search' })
  await user.click(document.querySelector('[role="presentation"]:not([role="dialog"] *)') as Element)
  expect(host.spotlight.isOpen.get()).toBe(false)
})

test('an alert that comes meanwhile is above it, and Escape closes the alert first', async () => {
  const { user, host } = await show()
  await user.keyboard('{Control>}k{/Control}')
  const combobox = await field()
  act(() => {
    host.overlay.alert({ title: 'Your storage is full' })
  })
  const alert = await screen.findByRole('alertdialog', { name: 'Your storage is full' })
  await waitFor(() => {
    expect(alert).toContainElement(document.activeElement as HTMLElement)
  })
  await user.keyboard('{Escape}')
  expect(alert).not.toBeInTheDocument()
  expect(host.spotlight.isOpen.get()).toBe(true)
  await waitFor(() => {
    expect(combobox).toHaveFocus()
  })
  await user.keyboard('{Escape}')
  expect(host.spotlight.isOpen.get()).toBe(false)
})
