import { Columns3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover'
import { lazyGeneric } from './lazy-generic'
import { PopoverPart } from './popover-part'
import type { TableModel } from './use-data-table'

const ColumnsList = lazyGeneric(() => import('./columns-list').then((part) => part.ColumnsList))

/** The menu for the order and visibility of columns, and the row height. */
export function ColumnsMenu<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="outline" size="sm" className="h-9">
          <Columns3 aria-hidden />
          {t('columns.open')}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('columns.open')}>
        <PopoverPart height="h-72">
          <ColumnsList model={model} />
        </PopoverPart>
      </PopoverContent>
    </Popover>
  )
}
