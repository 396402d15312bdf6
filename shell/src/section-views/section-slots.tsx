import {
  type Language,
  SectionIntl,
  type SlotFill,
  type SlotName,
  type SlotProps,
  useLazy,
  useSections,
} from '@holdall/section'
import { type ComponentType, createElement, Suspense, useEffect } from 'react'
import { useShell } from '../host/host-provider.tsx'
import { OptionalBoundary } from '../layout/optional-boundary.tsx'
import type { ShellSections } from '../sections/sections.ts'

interface SlotViewProps {
  readonly name: SlotName
  readonly props: SlotProps[SlotName]
}

/** Renders a slot: one part of each section that fills it. A part that fails is left out. */
export function createSlots(sections: ShellSections, language: Language): ComponentType<SlotViewProps> {
  function Fills({ id, name, props }: SlotViewProps & { readonly id: string }) {
    const ready = useSections()[id]?.state === 'ready'
    useEffect(() => {
      sections.load(id).catch(() => undefined)
    }, [id])
    const module = ready ? sections.loaded(id)?.module : undefined
    if (!module) return null
    const fills = (module.slots ?? []).filter(({ slot }) => slot === name)
    return (
      <SectionIntl section={module} language={language}>
        {fills.map((fill, index) => (
          // It is for this slot, so it takes the props of it.
          <Fill key={index} fill={fill as SlotFill} props={props} />
        ))}
      </SectionIntl>
    )
  }

  return function Slot({ name, props }) {
    const { log } = useShell()
    return sections
      .served()
      .filter(({ slots }) => slots.includes(name))
      .map(({ id }) => (
        <OptionalBoundary key={id} name={`What ${id} puts into ${name}`} log={log}>
          <Suspense fallback={null}>
            <Fills id={id} name={name} props={props} />
          </Suspense>
        </OptionalBoundary>
      ))
  }
}

function Fill({ fill, props }: { readonly fill: SlotFill; readonly props: SlotProps[SlotName] }) {
  return createElement(useLazy(fill.component), props)
}
