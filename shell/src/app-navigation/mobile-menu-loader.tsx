import { useReadable } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'
import { CloseOnBack } from '../layout/close-on-back.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'
import { useShell } from '../host/host-provider.tsx'

const MobileMenu = lazyPart(() => import('./mobile-menu.tsx').then((m) => m.MobileMenu))

/** The menu of the bottom bar; its code is loaded when it is first opened. */
export function MobileMenuLoader() {
  const { mobileMenu } = useShell()
  const isOpen = useReadable(mobileMenu.isOpen)
  return useIsPhone() && isOpen ? (
    <>
      <CloseOnBack close={mobileMenu.close} />
      <MobileMenu />
    </>
  ) : null
}
