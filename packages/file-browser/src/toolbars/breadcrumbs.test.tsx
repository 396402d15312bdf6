import { fireEvent, screen } from '@testing-library/react'
import { renderIn } from '../testing/show-browser.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'

const ancestors = ['Northwind', 'Launch', 'Pictures'].map((name) => ({ id: name.toLowerCase(), name }))
const show = (cut: readonly string[] = []) => {
  // The names in `cut` do not fit.
  jest.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function scrollWidth(this: HTMLElement) {
    return cut.includes(this.textContent) ? 200 : 50
  })
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(60)
  renderIn(
    <Breadcrumbs home="Files" path={{ current: { name: 'June' }, ancestors }} to={(id) => `/files/${id ?? ''}`} />,
  )
}
afterEach(() => {
  jest.restoreAllMocks()
})
const links = () => screen.getAllByRole('link').map((link) => link.textContent)

test('shows the last two folders of a long path, the others in a menu', async () => {
  show()
  expect(links()).toEqual(['Files', 'Launch', 'Pictures'])
  fireEvent.click(screen.getByRole('button', { name: 'Folders in between' }))
  expect(await screen.findByRole('menuitem', { name: 'Northwind' })).toBeInTheDocument()
})

test('where names would be cut off, more folders are in the menu', async () => {
  show(['Launch'])
  expect(links()).toEqual(['Files', 'Pictures'])
  expect(screen.getByRole('heading', { level: 1, name: 'June' })).toBeInTheDocument()
  fireEvent.click(screen.getByRole('button', { name: 'Folders in between' }))
  expect(await screen.findByRole('menuitem', { name: 'Launch' })).toBeInTheDocument()
})
