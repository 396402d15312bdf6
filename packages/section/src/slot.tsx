import { type ComponentType, createContext, createElement, use } from 'react'
import type { SlotName, SlotProps } from './contract.ts'

interface AnySlot<N extends SlotName = SlotName> {
  readonly name: N
  readonly props: SlotProps[N]
}

/** Renders the components of all sections for a slot; provided by the shell. */
export const SlotContext = createContext<ComponentType<AnySlot> | null>(null)

/** Renders what sections provide for a slot; nothing when no section does. */
export function Slot<N extends SlotName>(slot: AnySlot<N>) {
  const Fills = use(SlotContext)
  return Fills && createElement(Fills, slot)
}
