import { Link, type PopupProps, type UploadItem, useLocation, useNavigate } from '@holdall/section'
import { idleUploads, renderSection } from '@holdall/testing'
import { Dialog } from '@holdall/ui/dialog'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useCallback, useEffect, useState } from 'react'
import { createStore } from 'zustand'
import { BottomBar } from '../app-navigation/bottom-bar.tsx'
import { testSection } from '../testing/test-section.tsx'
import { CloseOnBack } from './close-on-back.tsx'

beforeEach(() => {
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = new EventTarget()
    return Object.assign(list, { matches: query.includes('640px'), media: query }) as MediaQueryList
  })
})
afterEach(() => {
  jest.restoreAllMocks()
})

function CreateFolder({ close }: PopupProps<'create-folder'>) {
  return (
    <Dialog open onClose={close} title="New folder" closeLabel="Close">
      <input aria-label="Name" />
    </Dialog>
  )
}
function Controls() {
  const navigate = useNavigate()
  return (
    <>
      <Link to="/platform/files/7">Folder</Link>
      <button type="button" onClick={() => void navigate(-1)}>
        Back
      </button>
      <BottomBar />
    </>
  )
}
/** On a phone, with two pages in the history. */
async function show(options: Partial<Parameters<typeof renderSection>[1]> = {}) {
  const section = testSection({ popups: { 'create-folder': () => Promise.resolve(CreateFolder) } })
  const view = await renderSection(section, { path: '/platform/files', before: <Controls />, ...options })
  press('Folder')
  await waitFor(() => {
    expect(view.address()).toBe('/platform/files/7')
  })
  return view
}
/** Found by text: elements behind a dialog have no role and no name. */
const press = (text: string) => {
  fireEvent.click(screen.getByText(text))
}
/** Back closes the element that `find` returns and keeps the page; the next Back leaves the page. */
async function expectBackCloses(view: Awaited<ReturnType<typeof show>>, find: () => HTMLElement | null) {
  press('Back')
  await waitFor(() => {
    expect(find()).not.toBeInTheDocument()
  })
  expect(view.address()).toBe('/platform/files/7')
  press('Back')
  await waitFor(() => {
    expect(view.address()).toBe('/platform/files')
  })
}

test('Back closes a popup of a section', async () => {
  const view = await show()
  act(() => {
    view.host.overlay.open('create-folder', { parentId: null })
  })
  await screen.findByRole('dialog', { name: 'New folder' })
  await expectBackCloses(view, () => screen.queryByRole('dialog', { name: 'New folder' }))
})

test('Back declines a confirmation', async () => {
  const view = await show()
  let answer: Promise<boolean> | null = null
  act(() => {
    answer = view.host.overlay.confirm({ title: 'Empty trash?', confirm: 'Empty', cancel: 'Cancel' })
  })
  await screen.findByRole('alertdialog', { name: 'Empty trash?' })
  await expectBackCloses(view, () => screen.queryByRole('alertdialog'))
  await expect(answer).resolves.toBe(false)
})

test('of two popups Back closes the top one first', async () => {
  const view = await show()
  act(() => {
    view.host.overlay.open('create-folder', { parentId: null })
  })
  await screen.findByRole('dialog', { name: 'New folder' })
  act(() => {
    view.host.overlay.alert({ title: 'This name is taken' })
  })
  await screen.findByRole('alertdialog')
  press('Back')
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })
  await expectBackCloses(view, () => screen.queryByRole('dialog', { name: 'New folder' }))
})

test('after a popup was closed by its own button, Back leaves the page', async () => {
  const view = await show()
  act(() => {
    view.host.overlay.open('create-folder', { parentId: null })
  })
  await screen.findByRole('dialog', { name: 'New folder' })
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  press('Back')
  await waitFor(() => {
    expect(view.address()).toBe('/platform/files')
  })
})

function AfterEffects({ run }: { readonly run: () => void }) {
  useEffect(run, [run])
  return null
}

/** Ends as soon as it has added its entry to the history, before the page shows the new location. */
function BrieflyOpen({ seen }: { readonly seen: unknown[] }) {
  const [isOpen, setOpen] = useState(false)
  const location = useLocation()
  useEffect(() => {
    seen.push(location.state)
  }, [seen, location])
  const close = useCallback(() => {
    setOpen(false)
  }, [])
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true)
        }}
      >
        Open briefly
      </button>
      {isOpen ? (
        <>
          <CloseOnBack close={() => {}} />
          <AfterEffects run={close} />
        </>
      ) : null}
    </>
  )
}

test('what is gone before its history entry is shown leaves none', async () => {
  const seen: unknown[] = []
  const before = (
    <>
      <Controls />
      <BrieflyOpen seen={seen} />
    </>
  )
  const view = await show({ before })
  seen.length = 0
  press('Open briefly')
  await waitFor(() => {
    expect(seen).toEqual([{ dismisses: [expect.any(String)] }, null])
  })
  press('Back')
  await waitFor(() => {
    expect(view.address()).toBe('/platform/files')
  })
})

test('an alert stays when the page navigates by itself', async () => {
  const view = await show()
  act(() => {
    view.host.overlay.alert({ title: 'You were logged out' })
  })
  await screen.findByRole('alertdialog')
  act(() => {
    view.host.navigation.go('/platform/files', { replace: true })
  })
  await waitFor(() => {
    expect(view.address()).toBe('/platform/files')
  })
  expect(screen.getByRole('alertdialog')).toBeInTheDocument()
})

test('Back closes the menu of the bottom bar', async () => {
  const view = await show()
  press('Menu')
  await screen.findByRole('dialog', { name: 'Menu' })
  await expectBackCloses(view, () => screen.queryByRole('dialog', { name: 'Menu' }))
})

test('Back closes the search and the notifications', async () => {
  const view = await show()
  act(() => {
    view.host.spotlight.open()
  })
  await screen.findByRole('dialog')
  press('Back')
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  act(() => {
    view.host.notifications.toggle()
  })
  await screen.findByRole('heading', { name: 'Notifications' })
  await expectBackCloses(view, () => screen.queryByRole('heading', { name: 'Notifications' }))
})

test('Back collapses the uploads', async () => {
  const item: UploadItem = {
    id: 'a',
    kind: 'file',
    name: 'a.mov',
    size: 1000,
    folderId: null,
    folderName: null,
    path: '',
    state: { step: 'uploading', sent: 400, bytesPerSecond: 100 },
  }
  const store = createStore<readonly UploadItem[]>(() => [item])
  const view = await show({ uploads: idleUploads({ get: store.getState, subscribe: store.subscribe }) })
  await screen.findByRole('region', { name: 'Uploads' })
  fireEvent.click(screen.getByRole('button', { name: 'Expand' }))
  await screen.findByRole('progressbar', { name: 'a.mov' })
  await expectBackCloses(view, () => screen.queryByRole('progressbar', { name: 'a.mov' }))
})
