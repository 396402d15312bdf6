import { useSession } from '@holdall/section'
import { useEffect, useState } from 'react'
import { useShell } from '../host/host-provider.tsx'
import { CloseOnBack } from '../layout/close-on-back.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'

const ShortcutsDialog = lazyPart(() =>
  import(/* webpackChunkName: 'popups' */ './shortcuts-dialog.tsx').then((m) => m.ShortcutsDialog),
)

/** Where these keys are typed, or have another meaning. */
const others =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role$="dialog"], [role="menu"]'

/** Keys of every page of a signed-in user: `/` searches, `?` lists the shortcuts, and Ctrl+Z is the Undo of a toast. */
export function ShortcutKeys() {
  const { overlay, spotlight, toasts } = useShell()
  const signedIn = useSession().state === 'signed-in'
  const [isListed, setListed] = useState(false)

  useEffect(() => {
    if (!signedIn) return undefined
    const undo = (): boolean => {
      const toast = toasts.shown.get().findLast(({ action }) => action?.isUndo)
      if (!toast) return false
      toasts.dismiss(toast.id)
      toast.action?.run()
      return true
    }
    const handle = ({ key, ctrlKey, metaKey, shiftKey, repeat }: KeyboardEvent): boolean => {
      if (ctrlKey || metaKey) return key.toLowerCase() === 'z' && !shiftKey && !repeat && undo()
      if (key === '/') spotlight.open()
      else if (key === '?') setListed(true)
      else return false
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      if (event.defaultPrevented || event.isComposing || event.altKey || overlay.layers.get().length > 0) return
      if (target instanceof Element && target.closest(others)) return
      if (handle(event)) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [signedIn, overlay, spotlight, toasts])

  const close = () => {
    setListed(false)
  }
  return isListed ? (
    <>
      <CloseOnBack close={close} />
      <ShortcutsDialog close={close} />
    </>
  ) : null
}
