import { act, screen, waitFor, within } from '@testing-library/react'
import { renderSection } from '@holdall/testing'
import { Dialog } from '@holdall/ui/dialog'
import type { PopupProps } from '@holdall/section'
import { testSection } from '../testing/test-section.tsx'

function CreateFolder({ input, close }: PopupProps<'create-folder'>) {
  return (
    <Dialog open onClose={close} title={`New folder in ${input.parentId ?? 'the top'}`} closeLabel="Close">
      <input aria-label="Name" />
    </Dialog>
  )
}
function Broken(): never {
  throw new Error('broken')
}
const files = { path: '/platform/files' }
const withPopup = (load: () => Promise<typeof CreateFolder>) => testSection({ popups: { 'create-folder': load } })
const working = withPopup(() => Promise.resolve(CreateFolder))
const backdrop = () => {
  const found = [...document.querySelectorAll<HTMLElement>('[role="presentation"]')].at(-1)
  if (!found) throw new Error('There is no backdrop.')
  return found
}

test('opens a popup by name with its input, traps the focus and restores it', async () => {
  const { host, user } = await renderSection(working, files)
  const before = screen.getByRole('button', { name: 'On the page' })
  before.focus()
  act(() => {
    host.overlay.open('create-folder', { parentId: 'f1' })
  })
  const popup = await screen.findByRole('dialog', { name: 'New folder in f1' })
  await waitFor(() => {
    expect(popup).toContainElement(document.activeElement as HTMLElement)
  })
  await user.keyboard('{Escape}')
  expect(popup).not.toBeInTheDocument()
  await waitFor(() => {
    expect(before).toHaveFocus()
  })
})

test('a press on the backdrop closes a popup', async () => {
  const { host, user } = await renderSection(working, files)
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  const popup = await screen.findByRole('dialog', { name: 'New folder in the top' })
  await user.click(backdrop())
  expect(popup).not.toBeInTheDocument()
})

test('an alert dims the page behind it, and a click on the dimmed part closes both', async () => {
  const { host, user } = await renderSection(testSection(), files)
  expect(document.querySelector('[role="presentation"]')).toBeNull()
  act(() => {
    host.overlay.alert({ title: 'Read this' })
  })
  const alert = await screen.findByRole('alertdialog', { name: 'Read this' })
  expect(backdrop()).toBeVisible()
  await user.click(backdrop())
  expect(alert).not.toBeInTheDocument()
  await waitFor(() => {
    expect(document.querySelector('[role="presentation"]')).toBeNull()
  })
})

test('one named popup at a time: the next replaces it', async () => {
  const { host } = await renderSection(working, files)
  act(() => {
    host.overlay.open('create-folder', { parentId: 'one' })
    host.overlay.open('create-folder', { parentId: 'two' })
  })
  expect(await screen.findByRole('dialog', { name: 'New folder in two' })).toBeInTheDocument()
  expect(screen.queryByRole('dialog', { name: 'New folder in one' })).not.toBeInTheDocument()
})

test('a popup that cannot be loaded shows the error in its place, and can be retried', async () => {
  let attempts = 0
  const section = withPopup(() => {
    attempts += 1
    return attempts === 1 ? Promise.reject(new Error('Loading chunk 7 failed')) : Promise.resolve(CreateFolder)
  })
  const { host, user } = await renderSection(section, files)
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  const failed = await screen.findByRole('alertdialog', { name: 'Something went wrong' })
  await user.click(within(failed).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('dialog', { name: 'New folder in the top' })).toBeInTheDocument()
  expect(host.log.entries().map(({ message }) => message)).toEqual(['The popup create-folder could not be loaded.'])
})

test('a popup that throws affects neither the page nor the next popup', async () => {
  const silence = jest.spyOn(console, 'error').mockImplementation(() => {})
  const { host, user } = await renderSection(
    withPopup(() => Promise.resolve<typeof CreateFolder>(Broken)),
    files,
  )
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  const failed = await screen.findByRole('alertdialog', { name: 'Something went wrong' })
  await user.click(within(failed).getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(screen.getByRole('button', { name: 'On the page' })).toBeInTheDocument()
  silence.mockRestore()
})

describe('a confirmation', () => {
  const ask = async () => {
    const rendered = await renderSection(working, files)
    let answer: Promise<boolean> = Promise.resolve(false)
    act(() => {
      answer = rendered.host.overlay.confirm({ title: 'Delete “a.txt”?', confirm: 'Delete', danger: true })
    })
    const popup = await screen.findByRole('alertdialog', { name: 'Delete “a.txt”?' })
    return { ...rendered, popup, answer: () => answer }
  }

  test('is accepted by its button', async () => {
    const { user, answer, popup } = await ask()
    await user.click(within(popup).getByRole('button', { name: 'Delete' }))
    await expect(answer()).resolves.toBe(true)
    expect(popup).not.toBeInTheDocument()
  })

  test('is declined by Cancel', async () => {
    const { user, answer, popup } = await ask()
    await user.click(within(popup).getByRole('button', { name: 'Cancel' }))
    await expect(answer()).resolves.toBe(false)
  })

  test('is declined by Escape', async () => {
    const { user, answer, popup } = await ask()
    await user.keyboard('{Escape}')
    await expect(answer()).resolves.toBe(false)
    expect(popup).not.toBeInTheDocument()
  })

  test('is declined by a press on the backdrop', async () => {
    const { user, answer } = await ask()
    await user.click(backdrop())
    await expect(answer()).resolves.toBe(false)
  })

  test('above a popup is the only one that Escape closes', async () => {
    const { host, user } = await renderSection(working, files)
    act(() => {
      host.overlay.open('create-folder', { parentId: null })
    })
    const popup = await screen.findByRole('dialog', { name: 'New folder in the top' })
    let answer: Promise<boolean> = Promise.resolve(true)
    act(() => {
      answer = host.overlay.confirm({ title: 'Discard it?', confirm: 'Discard' })
    })
    await screen.findByRole('alertdialog', { name: 'Discard it?' })
    await user.keyboard('{Escape}')
    await expect(answer).resolves.toBe(false)
    expect(popup).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(popup).not.toBeInTheDocument()
  })
})

describe('an alert', () => {
  test('has one button, which closes it', async () => {
    const { host, user } = await renderSection(working, files)
    act(() => {
      host.overlay.alert({ title: 'Too large', message: 'At most 2 GB.' })
    })
    const bad = await screen.findByRole('alertdialog', { name: 'Too large' })
    await user.click(within(bad).getByRole('button', { name: 'OK' }))
    expect(bad).not.toBeInTheDocument()
    act(() => {
      host.overlay.alert({ title: 'Installed', tone: 'success' })
    })
    const good = await screen.findByRole('alertdialog', { name: 'Installed' })
    expect(within(good).getByRole('button', { name: 'OK' })).toBeInTheDocument()
  })

  test('is shown once while the same one is open', async () => {
    const { host } = await renderSection(working, files)
    act(() => {
      host.overlay.somethingWrong(new Error('first'))
      host.overlay.somethingWrong(new Error('second'))
    })
    expect(await screen.findAllByRole('alertdialog')).toHaveLength(1)
    expect(host.log.entries()).toHaveLength(2)
  })
})

test('while a processing popup is shown, neither Escape nor a press on the backdrop nor a call closes anything', async () => {
  const { host, user } = await renderSection(working, files)
  let end = () => {}
  act(() => {
    host.overlay.open('create-folder', { parentId: null })
  })
  await screen.findByRole('dialog', { name: 'New folder in the top' })
  act(() => {
    end = host.overlay.processing('Moving')
  })
  const busy = await screen.findByRole('dialog', { name: 'Moving' })
  await user.keyboard('{Escape}')
  await user.click(backdrop())
  act(host.overlay.close)
  expect(busy).toBeInTheDocument()
  expect(host.overlay.layers.get()).toHaveLength(2)
  act(end)
  expect(busy).not.toBeInTheDocument()
})

test('a processing popup is above alerts, and alerts are above popups, in whatever order they open', async () => {
  const { host } = await renderSection(working, files)
  act(() => {
    host.overlay.processing('Moving')
    host.overlay.alert({ title: 'Read this' })
    void host.overlay.confirm({ title: 'Delete it?', confirm: 'Delete' })
    host.overlay.open('create-folder', { parentId: null })
  })
  expect(host.overlay.layers.get().map(({ kind }) => kind)).toEqual(['popup', 'alert', 'confirm', 'processing'])
})
