import { type ComponentType, createContext, createElement, use } from 'react'
import type { SlotName, SlotProps } from './contract.ts'

interface AnySlot<N extends SlotName = SlotName> {
  readonly name: N
  readonly props: SlotProps[N]
}

/** Provided by the shell, which knows who fills a slot. */
export const SlotContext = createContext<ComponentType<AnySlot> | null>(null)

/** A place that any section may fill; renders nothing when none does. */
export function Slot<N extends SlotName>(slot: AnySlot<N>) {
  const Fills = use(SlotContext)
  return Fills && createElement(Fills, slot)
}
