import { currentUser, removeAvatar, setAvatar, type User } from '@holdall/api'
import { makeUser, refuse, renderSection } from '@holdall/testing'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import section from '../section.ts'
import { serverWith } from '../testing/platform-fixture.ts'

const images = { xs: '/avatars/xs', sm: '/avatars/sm', md: '/avatars/md' }
const photo = (name = 'me.jpg', type = 'image/jpeg') => new File(['photo'], name, { type })
const drawn: unknown[][] = []
const revoked: string[] = []

beforeEach(() => {
  drawn.length = 0
  revoked.length = 0
  // What jsdom lacks: addresses of files, a canvas, and capturing a pointer.
  Object.assign(URL, {
    createObjectURL: () => 'blob:photo',
    revokeObjectURL: (address: string) => revoked.push(address),
  })
  Object.assign(HTMLElement.prototype, { setPointerCapture: jest.fn() })
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({
      drawImage: (_picture: unknown, ...rectangles: unknown[]) => drawn.push(rectangles),
    }),
    toBlob: (done: BlobCallback) => {
      done(new Blob(['cropped'], { type: 'image/webp' }))
    },
  })
})
afterEach(() => {
  jest.restoreAllMocks()
})

/** A server that keeps the picture. */
async function open(avatar: User['attributes']['avatar'] = null) {
  const { server } = serverWith([])
  const user = makeUser({ name: 'Mara Lind', avatar })
  let current = avatar
  const store = () => {
    current = images
  }
  const sent: (Blob | null)[] = []
  server.on(currentUser, () => ({ data: makeUser({ ...user.attributes, id: user.id, avatar: current }) }))
  server.on(setAvatar, (_input, { bytes }) => {
    sent.push(bytes)
    store()
    return {}
  })
  server.on(removeAvatar, () => {
    current = null
    return {}
  })
  const shown = await renderSection(section, { path: '/user/profile', session: user, server })
  const field = within(await screen.findByRole('group', { name: 'Profile picture' }))
  const choose = (file: File) => shown.user.upload(screen.getByLabelText('Choose picture', { selector: 'input' }), file)
  return { ...shown, person: shown.user, server, field, choose, store, sent }
}

const stage = () => screen.getByRole('group', { name: 'Part of the picture that is shown' })
/** Loads the picture of the popup, of this size. */
async function load(width = 4000, height = 2000) {
  await screen.findByRole('dialog', { name: 'Crop picture' })
  const picture = await waitFor(() => {
    const found = stage().querySelector('img')
    if (!found) throw new Error('There is no picture yet.')
    return found
  })
  Object.defineProperties(picture, { naturalWidth: { value: width }, naturalHeight: { value: height } })
  fireEvent.load(picture)
}
const save = () => screen.getByRole('button', { name: 'Save' })
const cancel = () => screen.getAllByRole('button', { name: 'Cancel' })[0]!

test('a picture is chosen, cropped in the middle, saved, and shown instead of the initials', async () => {
  const { person, field, choose, sent } = await open()
  const sidebar = within(screen.getByRole('complementary', { name: 'Sidebar' }))
  expect(sidebar.getByText('ML')).toBeInTheDocument()
  expect(field.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
  await choose(photo())
  await screen.findByRole('dialog', { name: 'Crop picture' })
  expect(save()).toBeDisabled()
  await load()
  await person.click(save())
  expect(await screen.findByText('Picture saved')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(drawn).toEqual([[1000, 0, 2000, 2000, 0, 0, 512, 512]])
  expect(sent.map((bytes) => bytes?.type)).toEqual(['image/webp'])
  expect(sidebar.queryByText('ML')).not.toBeInTheDocument()
  expect(field.getByRole('button', { name: 'Change picture' })).toBeInTheDocument()
  expect(document.querySelector('img[src="/avatars/md"]')).toBeInTheDocument()
})

test('the picture is moved and zoomed by keys, slider, wheel, drag and two fingers', async () => {
  const { person, choose } = await open()
  await choose(photo())
  await load(1000, 500)
  const transform = () =>
    stage()
      .querySelector('img')
      ?.style.transform.match(/-?\d+(?:\.\d+)?px/g)
  const zoom = () => screen.getByRole('slider', { name: 'Zoom' })
  await waitFor(() => expect(stage()).toHaveFocus())
  await person.keyboard('{ArrowRight}{Shift>}{ArrowLeft}{/Shift}')
  expect(transform()).toEqual(['18px', '0px'])
  await person.keyboard('{ArrowDown}')
  expect(transform()).toEqual(['18px', '0px'])
  await person.keyboard('+')
  expect(zoom()).toHaveValue('1.2')
  expect(zoom()).toHaveAttribute('aria-valuetext', '120%')
  await person.keyboard('--')
  expect(zoom()).toHaveValue('1')
  fireEvent.change(zoom(), { target: { value: '2' } })
  await person.keyboard('{ArrowUp}{ArrowUp}')
  const before = transform()
  expect(before?.[1]).toBe('-40px')
  fireEvent.wheel(stage(), { deltaY: -100 })
  expect(Number((zoom() as HTMLInputElement).value)).toBeCloseTo(2.44, 1)
  const pointer = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', pointerId: number, x: number, y: number) => {
    const event = createEvent[type](stage(), { button: 0 })
    Object.defineProperties(event, {
      pointerId: { value: pointerId },
      clientX: { value: x },
      clientY: { value: y },
      button: { value: 0 },
    })
    fireEvent(stage(), event)
  }
  fireEvent.change(zoom(), { target: { value: '2' } })
  const [x = 0] = (transform() ?? []).map(parseFloat)
  pointer('pointerDown', 1, 100, 100)
  pointer('pointerMove', 1, 130, 100)
  expect(parseFloat(transform()?.[0] ?? '')).toBeCloseTo(x + 30)
  pointer('pointerDown', 2, 130, 200)
  pointer('pointerMove', 2, 130, 250)
  expect(zoom()).toHaveValue('3')
  pointer('pointerUp', 1, 0, 0)
  pointer('pointerUp', 2, 0, 0)
  await person.click(save())
  await screen.findByText('Picture saved')
  const [left, top, side] = drawn[0] as number[]
  expect(side).toBeCloseTo(500 / 3)
  expect([left! >= 0, top! >= 0, left! + side! <= 1000.001, top! + side! <= 500.001]).toEqual([true, true, true, true])
})

test('a picture can be dropped', async () => {
  const { choose: _, field } = await open()
  const zone = screen.getByRole('group', { name: 'Profile picture' })
  const dataTransfer = { types: ['Files'], files: [photo()], dropEffect: 'none' }
  // A browser would show the file in place of the page.
  const isPrevented = (drag: 'dragOver' | 'drop') => !fireEvent[drag](zone, { dataTransfer })
  expect(isPrevented('dragOver')).toBe(true)
  expect(zone).toHaveAttribute('data-over')
  fireEvent.dragLeave(zone)
  expect(zone).not.toHaveAttribute('data-over')
  fireEvent.dragOver(zone, { dataTransfer })
  expect(isPrevented('drop')).toBe(true)
  expect(zone).not.toHaveAttribute('data-over')
  await load()
  expect(field.queryByRole('alert')).not.toBeInTheDocument()
})

test('files that are no picture or huge are refused before they are opened', async () => {
  const { field } = await open()
  const zone = screen.getByRole('group', { name: 'Profile picture' })
  for (const [file, message] of [
    [photo('notes.txt', 'text/plain'), 'This isn’t a picture. Choose an image file.'],
    [
      Object.defineProperty(photo(), 'size', { value: 60_000_000 }),
      'This picture is too large. Choose one of up to 50 MB.',
    ],
  ] as const) {
    fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [file] } })
    await waitFor(() => {
      expect(field.getByRole('alert')).toHaveTextContent(message)
    })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  }
})

test('a picture that the browser cannot show says so, and can only be cancelled', async () => {
  const { person, choose } = await open()
  await choose(photo('photo.heic', 'image/heic'))
  await screen.findByRole('dialog', { name: 'Crop picture' })
  const picture = await waitFor(() => stage().querySelector('img')!)
  fireEvent.error(picture)
  expect(await screen.findByRole('alert')).toHaveTextContent('This picture can’t be shown.')
  expect(save()).toBeDisabled()
  await person.click(cancel())
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

test('a picture of too many pixels says so', async () => {
  const { choose } = await open()
  await choose(photo())
  await load(30_000, 30_000)
  expect(await screen.findByRole('alert')).toHaveTextContent('This picture is too large. Choose a smaller one.')
  expect(save()).toBeDisabled()
})

test('a refusal is said in the popup, and saving can be tried again', async () => {
  const { person, server, choose } = await open()
  await choose(photo())
  await load()
  for (const [code, message] of [
    ['bad-image', 'This picture can’t be shown.'],
    ['image-too-large', 'This picture is too large. Choose a smaller one.'],
    ['throttled', 'Wait a moment.'],
    ['too-large', 'This picture is too large. Choose a smaller one.'],
    ['internal', 'Something went wrong on the server. Try again in a moment.'],
  ] as const) {
    server.on(setAvatar, () => refuse(code, { message: 'Wait a moment.' }))
    await person.click(save())
    await waitFor(() => {
      expect(screen.getByRole('alert')).toHaveTextContent(message)
    })
  }
  server.on(setAvatar, {})
  await person.click(save())
  expect(await screen.findByText('Picture saved')).toBeInTheDocument()
})

test('cancelling while it is saved aborts the call', async () => {
  const { person, server, choose } = await open()
  let aborted = false
  server.on(setAvatar, (_input, { signal }) => {
    signal?.addEventListener('abort', () => (aborted = true))
    return new Promise(() => undefined)
  })
  await choose(photo())
  await load()
  await person.click(save())
  await waitFor(() => {
    expect(save()).toHaveAttribute('aria-busy', 'true')
  })
  await person.click(cancel())
  await waitFor(() => {
    expect(aborted).toBe(true)
  })
})

test('a picture that was saved before it was cancelled is shown', async () => {
  const { person, server, field, choose, store } = await open()
  let isStored = false
  server.on(setAvatar, () => {
    store()
    isStored = true
    return new Promise(() => undefined)
  })
  await choose(photo())
  await load()
  await person.click(save())
  await waitFor(() => {
    expect(isStored).toBe(true)
  })
  await person.click(cancel())
  expect(await field.findByRole('button', { name: 'Change picture' })).toBeInTheDocument()
})

test('the address of the chosen file is freed when the popup closes', async () => {
  const { person, choose } = await open()
  await choose(photo())
  await load()
  expect(revoked).toEqual([])
  await person.click(cancel())
  await waitFor(() => {
    expect(revoked).toEqual(['blob:photo'])
  })
})

test('a picture is removed after a confirmation, and the focus stays in the field', async () => {
  const { person, server, field } = await open(images)
  await person.click(field.getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove your picture?' }))
  expect(server.callsOf(removeAvatar)).toHaveLength(0)
  await person.click(dialog.getByRole('button', { name: 'Remove picture' }))
  expect(await screen.findByText('Picture removed')).toBeInTheDocument()
  expect(server.callsOf(removeAvatar)).toHaveLength(1)
  expect(field.queryByRole('button', { name: 'Remove' })).not.toBeInTheDocument()
  await waitFor(() => {
    expect(field.getByRole('button', { name: 'Choose picture' })).toHaveFocus()
  })
})

test('a removal that fails says so and keeps the picture', async () => {
  const { person, server, field } = await open(images)
  server.on(removeAvatar, () => refuse('internal'))
  await person.click(field.getByRole('button', { name: 'Remove' }))
  await person.click(await screen.findByRole('button', { name: 'Remove picture' }))
  expect(await screen.findByRole('alertdialog', { name: 'Something went wrong' })).toBeInTheDocument()
  expect(field.getByRole('button', { name: 'Remove', hidden: true })).toBeInTheDocument()
})
