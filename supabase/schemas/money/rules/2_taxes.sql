-- Taxes: monthly payments to the tax office.

-- Returns all tax up to the end of the month, less everything already paid. So a month in which refunds exceed rides
-- reduces the next payment.
create function app.tax_due(month date) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce((select sum(m.credit - m.debit)
    from app.book_movements('1900-01-01', (tax_due.month + interval '1 month')::date - 1) m
      where m.label = 'tax' and m.kind <> 'tax_remittance'), 0) - (select coalesce(sum(r.amount), 0)
        from public.tax_remittances r)
$$;
