import { type ComponentProps, useState } from 'react'
import { LazyMenu } from '@holdall/ui'
import { useBackDismisses } from './use-back-dismisses.ts'

/** A menu at a button which Back closes while it is a sheet. */
export function SheetMenu(props: ComponentProps<typeof LazyMenu>) {
  const [isOpen, setOpen] = useState(false)
  useBackDismisses(isOpen, () => {
    setOpen(false)
  })
  return <LazyMenu {...props} open={isOpen} onOpenChange={setOpen} />
}
