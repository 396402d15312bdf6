import type { LinkedSignIn } from '@holdall/api'
import type * as section from '@holdall/section'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'react-intl'
import { useLinkedToast } from './use-linked-toast.ts'

const mockShow = jest.fn()
const mockSetSearch = jest.fn()
const mockSearch = new URLSearchParams('linked=oidc')
// The address changes some time after `setSearch` is called: a router navigates in a transition.
jest.mock('@holdall/section', () => ({
  ...jest.requireActual<typeof section>('@holdall/section'),
  useHost: () => ({ toasts: { show: mockShow } }),
  useSearch: () => [mockSearch, mockSetSearch],
}))

const list = (): LinkedSignIn[] => [
  {
    id: 'oidc',
    type: 'linked-sign-in',
    attributes: {
      provider: 'oidc',
      provider_name: 'Directory',
      usable: true,
      email: null,
      created_at: '2026-11-26T10:00:00.000Z',
      last_used_at: null,
    },
  },
]
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <IntlProvider locale="en-US" messages={{ 'user.security.linked_done': '{name} is linked' }}>
    {children}
  </IntlProvider>
)

test('it is said once where the list is fetched again before the address is without it', () => {
  const { rerender } = renderHook(
    ({ signIns }) => {
      useLinkedToast(signIns)
    },
    { wrapper, initialProps: { signIns: list() } },
  )
  rerender({ signIns: list() })
  expect(mockShow).toHaveBeenCalledTimes(1)
})
