import { X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { controlClasses } from '@/components/ui/control-classes'
import { cn } from '@/lib/utils'
import { brandOf, pageColours, type Tints } from '../../../../../supabase/functions/_shared/brand/colour'

/** The colour that the picker shows while the firm has none: our own. */
const OWN = '#f2b01e'

interface ColourControlProps {
  id: string
  name: string
  value: string
  onChange: (colour: string) => void
  onBlur: () => void
  'aria-describedby': string
  'aria-invalid': true | undefined
}

/** Chooses the firm's colour, with the tints that pages derive from it, light and dark. */
export function ColourControl({ value, onChange, ...control }: ColourControlProps) {
  const { t } = useTranslation('settings')
  const brand = brandOf(value)
  const isAdapted = brand !== null && (brand.light.accent !== value || brand.dark.accent !== value)
  return (
    <div className="space-y-2">
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={t('colour.pick')}
          value={brand ? value : OWN}
          onChange={({ target }) => onChange(target.value.toLowerCase())}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-control border border-line-strong bg-card p-1 md:h-9"
        />
        <input
          {...control}
          value={value}
          data-limit="the pattern of the setting"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder={OWN}
          onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
          className={cn(controlClasses, 'tabular rtl:text-end')}
        />
        {value && (
          <Button variant="ghost" className="max-md:h-11 md:h-9" onClick={() => onChange('')}>
            <X aria-hidden />
            {t('colour.remove')}
          </Button>
        )}
      </div>
      {brand && (
        <div aria-hidden className="grid grid-cols-2 overflow-hidden rounded-control border border-line">
          <Sample colours={pageColours.light} tints={brand.light} />
          <Sample colours={pageColours.dark} tints={brand.dark} />
        </div>
      )}
      {isAdapted && <p className="text-xs text-muted">{t('colour.adapted')}</p>}
    </div>
  )
}

function Sample({ colours, tints }: { colours: CSSProperties; tints: Tints }) {
  const { t } = useTranslation('settings')
  return (
    <div className="flex flex-wrap items-center gap-2 p-3 text-sm" style={colours}>
      <span className="rounded-control px-3 py-1.5 font-medium" style={{ background: tints.accent, color: tints.ink }}>
        {t('colour.sample')}
      </span>
      <span className="rounded-control px-2 py-1" style={{ background: tints.soft }}>
        {t('colour.sample')}
      </span>
      <span className="font-medium" style={{ color: tints.line }}>
        ★
      </span>
    </div>
  )
}
