import { lazy, Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { type Store, useStore } from '../store.ts'
import { type ActionGroups, menuEntries } from './action.ts'

const ContextMenu = lazy(() => import('@holdall/ui/menu').then((menu) => ({ default: menu.ContextMenu })))

/** An open context menu: where in the window, and what it offers. */
export interface OpenMenu {
  readonly point: { readonly x: number; readonly y: number }
  readonly groups: ActionGroups
  readonly title: string
}

/** The one context menu of the browser. Its actions are asked for when it opens. */
export function BrowserMenu({ menu }: { readonly menu: Store<OpenMenu | null> }) {
  const intl = useIntl()
  const open = useStore(menu, (value) => value)
  const [used, setUsed] = useState(false)
  if (open && !used) setUsed(true)
  if (!used) return null
  return (
    <Suspense fallback={null}>
      <ContextMenu
        point={open?.point ?? null}
        items={open ? menuEntries(open.groups) : []}
        label={intl.formatMessage({ id: 'browser.menu.label' })}
        head={open ? <strong dir="auto">{open.title}</strong> : null}
        onClose={() => {
          menu.set(null)
        }}
      />
    </Suspense>
  )
}
