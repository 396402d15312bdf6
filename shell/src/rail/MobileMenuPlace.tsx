import { useReadable } from '@holdall/section'
import { useIsPhone } from '@holdall/ui'
import { BackCloses } from '../layout/back-closes.tsx'
import { latePart } from '../layout/late-part.tsx'
import { useShell } from '../host-provider.tsx'

const MobileMenu = latePart(() => import('./MobileMenu.tsx').then((m) => m.MobileMenu))

/** The menu of the bottom bar, once it is asked for. */
export function MobileMenuPlace() {
  const { mobileMenu } = useShell()
  const isOpen = useReadable(mobileMenu.isOn)
  return useIsPhone() && isOpen ? (
    <>
      <BackCloses close={mobileMenu.off} />
      <MobileMenu />
    </>
  ) : null
}
