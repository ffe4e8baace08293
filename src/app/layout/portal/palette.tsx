import * as DialogPrimitive from '@radix-ui/react-dialog'
import { Command, defaultFilter } from 'cmdk'
import { Check, Search } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'
import { Spinner } from '@/components/ui/spinner'
import { type HeldText, useShortcuts } from '@/lib/page/shortcuts'
import { useErrorText } from '@/lib/server/use-error-text'
import { type Choice, useChoices } from './use-choices'
import { type Entry, useEntries } from './use-entries'
import { useRecent } from './use-recent'

/**
 * Minimum score (0 to 1) of a match. The score is higher if the typed text is the beginning of a word of the name, and lower if
 * its letters are scattered over the name: "dog" does not match "Audit log".
 */
const BEGINNINGS = 0.5

function scoreOf(name: string, typed: string, words: string[] = []): number {
  const score = defaultFilter?.(name, typed, words) ?? 0
  const isWithin = [name, ...words].some((word) => word.toLowerCase().includes(typed.toLowerCase()))
  return score >= BEGINNINGS || isWithin ? score : 0
}

/**
 * Names the selected entry to screen readers. The library names the entry that a key or the mouse selected last, which may be gone
 * when the results have changed.
 *
 * @param box contains the field and the list; another `key` means that they were mounted again
 */
function useActiveDescendant(box: RefObject<HTMLElement | null>, key: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes the new elements after they were mounted again
  useEffect(() => {
    const root = box.current
    if (!root) return
    const update = () => {
      const id = root.querySelector('[aria-selected=true]')?.id
      for (const element of root.querySelectorAll('[cmdk-input], [cmdk-list]')) {
        if (!id) element.removeAttribute('aria-activedescendant')
        else if (element.getAttribute('aria-activedescendant') !== id) element.setAttribute('aria-activedescendant', id)
      }
    }
    update()
    const observer = new MutationObserver(update)
    const attributeFilter = ['aria-selected', 'aria-activedescendant']
    observer.observe(root, { subtree: true, childList: true, attributeFilter })
    return () => observer.disconnect()
  }, [box, key])
}

interface PaletteProps {
  /** What is typed from the press that opened the palette until its field has the focus. */
  typed?: HeldText | null
  onClose: () => void
}

/** The command palette: finds pages, bookings by reference, people, actions of this page, languages and appearance by name. */
export function Palette({ typed, onClose }: PaletteProps) {
  const { t } = useTranslation()
  const go = useNavigate()
  const [text, setText] = useState('')
  useEffect(() => {
    const early = typed?.take()
    if (early) setText(early)
  }, [typed])
  const { pages, hasWords, bookings, people, isSearching, error } = useEntries(text)
  const recent = useRecent()
  const errorText = useErrorText()
  const { languages, appearances } = useChoices()
  const actions = useShortcuts().filter(({ isKeysOnly }) => !isKeysOnly)
  const open = (entry: Entry) => {
    recent.add(entry)
    onClose()
    void go(entry.to)
  }
  const links = (entries: readonly Entry[], prefix = '') =>
    entries.map((entry) => <LinkItem key={entry.to} entry={entry} prefix={prefix} onSelect={() => open(entry)} />)
  const choices = (offered: readonly Choice[]) =>
    offered.map((choice) => (
      <ChoiceItem
        key={choice.id}
        choice={choice}
        onSelect={() => {
          onClose()
          choice.choose()
        }}
      />
    ))
  const isEmpty = text.trim() === ''
  // Bookings and people are found by the server and arrive after the person has typed. The first of them is then selected, so
  // that Enter opens it. A person is selected only if no page has the typed name.
  const isPage = pages.some(({ label, keywords = [] }) => scoreOf(label, text, [...keywords]) > 0)
  const first = bookings[0] ?? (isPage ? undefined : people[0])
  const latest = first ? itemValue(first) : ''
  const [chosen, setChosen] = useState('')
  useEffect(() => {
    if (latest) setChosen(latest)
  }, [latest])
  // Selects the first entry after the list was remounted (see `key` below): the library would select the first entry of the
  // unfiltered list.
  const list = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  useActiveDescendant(box, hasWords)
  useEffect(() => {
    if (!hasWords) return
    const first = () => list.current?.querySelector('[cmdk-item]')?.getAttribute('data-value')
    const timer = setTimeout(() => setChosen(first() ?? ''))
    return () => clearTimeout(timer)
  }, [hasWords])
  // Shows the selected entry after another text or new results: the library scrolls to the entry that was selected before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list is ordered anew, not when the mouse selects
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const selected = list.current?.querySelector('[aria-selected=true]')
      if (selected && selected === list.current?.querySelector('[cmdk-item]')) list.current.scrollTop = 0
      else selected?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [text, latest])
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogPrimitive.Portal>
        <DialogPrimitive.Overlay className="fixed inset-0 z-50 bg-overlay" />
        <DialogPrimitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-2 top-2 z-50 overflow-hidden rounded-card border border-line bg-card sm:inset-x-auto sm:top-[12svh] sm:left-1/2 sm:w-[36rem] sm:-translate-x-1/2"
        >
          <DialogPrimitive.Title className="sr-only">{t('shell:palette.open')}</DialogPrimitive.Title>
          <Command
            // A new key remounts the list when the names in other languages have loaded, because the library (cmdk) reads the
            // texts of entries only once.
            key={hasWords ? 'all' : 'own'}
            ref={box}
            loop
            filter={scoreOf}
            label={t('shell:palette.open')}
            value={chosen}
            onValueChange={(value) => setChosen(value || latest)}
          >
            <div className="flex h-12 items-center gap-3 border-b border-line px-4">
              {isSearching ? (
                <Spinner className="size-4 text-muted" />
              ) : (
                <Search aria-hidden className="size-4 text-muted" />
              )}
              <Command.Input
                autoFocus
                value={text}
                onValueChange={setText}
                placeholder={t('shell:palette.placeholder')}
                className="h-full min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
              />
              <Kbd keys="esc" />
            </div>
            {error && <p className="px-5 pt-3 text-sm text-bad">{errorText(error)}</p>}
            {/* Outside the list, which without an option is no list to screen readers. */}
            <Command.Empty role="status" className="px-5 py-8 text-center text-sm text-muted">
              {isSearching ? t('shell:palette.searching') : t('shell:palette.nothing')}
            </Command.Empty>
            <Command.List
              ref={list}
              label={t('shell:palette.results')}
              className="max-h-[min(24rem,calc(100svh-8rem))] overflow-y-auto overscroll-contain p-2 [&:not(:has([cmdk-item]))]:hidden"
            >
              {isEmpty && <Section heading={t('shell:palette.recent')}>{links(recent.entries, 'recent')}</Section>}
              <Section heading={t('shell:palette.bookings')}>{links(bookings)}</Section>
              <Section heading={t('shell:palette.pages')}>{links(pages)}</Section>
              <Section heading={t('shell:palette.people')}>{links(people)}</Section>
              <Section heading={t('shell:palette.actions')}>
                {actions.map(({ id, label, keys, run }) => (
                  <Command.Item
                    key={id}
                    value={`${label} ${id}`}
                    onSelect={() => {
                      onClose()
                      // Waits until the dialog has closed and the page has the focus again.
                      setTimeout(run)
                    }}
                    className={itemClasses}
                  >
                    <span className="me-auto truncate">{label}</span>
                    {keys && <Kbd keys={keys} />}
                  </Command.Item>
                ))}
              </Section>
              <Section heading={t('nav.language')}>{choices(languages)}</Section>
              <Section heading={t('nav.theme')}>{choices(appearances)}</Section>
            </Command.List>
          </Command>
        </DialogPrimitive.Content>
      </DialogPrimitive.Portal>
    </Dialog>
  )
}

const itemClasses =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-sm select-none data-[selected=true]:bg-soft'

function Section({ heading, children }: { heading: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  )
}

/**
 * Returns the text that identifies an entry for the library (cmdk). The prefix tells apart the two entries of a page that is
 * also listed under "recent".
 */
const itemValue = ({ label, to }: Pick<Entry, 'label' | 'to'>, prefix = ''): string => `${prefix} ${label} ${to}`.trim()

interface LinkItemProps {
  entry: Entry
  prefix: string
  onSelect: () => void
}

function ChoiceItem({ choice, onSelect }: { choice: Choice; onSelect: () => void }) {
  const { t } = useTranslation()
  const { id, label, lang, keywords, icon: Icon, isChosen } = choice
  return (
    <Command.Item value={id} keywords={[label, ...keywords]} onSelect={onSelect} className={itemClasses}>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="me-auto truncate">
        <bdi lang={lang}>{label}</bdi>
      </span>
      {isChosen && (
        <>
          <Check aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="sr-only">{t('shell:palette.chosen')}</span>
        </>
      )}
    </Command.Item>
  )
}

function LinkItem({ entry: { label, note, to, icon: Icon, keywords = [] }, prefix, onSelect }: LinkItemProps) {
  return (
    <Command.Item
      value={itemValue({ label, to }, prefix)}
      keywords={[label, ...keywords]}
      onSelect={onSelect}
      className={itemClasses}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span dir="auto" className="shrink-0 truncate">
        {label}
      </span>
      {note && (
        <span dir="auto" className="ms-auto truncate text-muted">
          {note}
        </span>
      )}
    </Command.Item>
  )
}
