import { type ComponentProps, useState } from 'react'
import { LazyMenu } from '@holdall/ui'
import { useBackDismisses } from './use-back-dismisses.ts'

/** A menu at a button. On a phone it is a bottom sheet, which Back closes. */
export function SheetMenu(props: ComponentProps<typeof LazyMenu>) {
  const [isOpen, setOpen] = useState(false)
  useBackDismisses(isOpen, () => {
    setOpen(false)
  })
  return <LazyMenu {...props} open={isOpen} onOpenChange={setOpen} />
}
