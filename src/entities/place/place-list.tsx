import { Popover } from 'radix-ui'
import { PlaceOptions, type PlaceOptionsProps } from './place-options'

/** The list of a place field, in a layer above the form. */
export function PlaceList(props: PlaceOptionsProps) {
  return (
    // The list is inside the page's main part, where screen readers expect it.
    <Popover.Portal container={globalThis.document?.getElementById('main')}>
      {/* biome-ignore lint/a11y/useValidAriaRole: no dialog opens here, the listbox inside does */}
      <Popover.Content
        role={undefined}
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => event.preventDefault()}
        className="z-40 flex max-h-[min(24rem,var(--radix-popover-content-available-height))] w-[calc(var(--radix-popover-trigger-width)+4px)] flex-col overflow-hidden rounded-card border border-line bg-card"
      >
        <PlaceOptions {...props} />
      </Popover.Content>
    </Popover.Portal>
  )
}
