-- Taxes: monthly payments to the tax office.
-- Access: admins with the permission money
-- Tests:  tests/db/closing.sql, tests/db/month.test.ts

create function public.remit_tax(month date, on_day date default null) returns public.tax_remittances
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('money');
  v_month date := date_trunc('month', remit_tax.month)::date;
  v_on date := coalesce(remit_tax.on_day, app.today());
  v_row public.tax_remittances;
begin
  perform pg_advisory_xact_lock(hashtextextended('tax', 0));
  select r.* into v_row from public.tax_remittances r where r.month = v_month;
  if found then return v_row; end if;
  if v_month is null or v_month + interval '1 month' > app.today() then
    perform app.refuse('day_not_over', 409, 'A month''s tax can be remitted after its end');
  end if;
  perform app.check_period(v_on);
  v_row.amount := app.tax_due(v_month);
  if v_row.amount <= 0 then
    perform app.refuse('nothing_to_remit', 409, 'No tax is due at the end of that month');
  end if;
  v_row.transaction_id := app.post_ledger('tax_remittance', format('tax_remittance:%s', v_month), null,
    jsonb_build_array(
    app.entry('tax', -v_row.amount), app.entry('bank', v_row.amount)));
  insert into public.tax_remittances (month, amount, on_day, transaction_id, created_by)
    values (v_month, v_row.amount, v_on, v_row.transaction_id, v_me.id)
  returning * into v_row;
  perform app.audit('remit_tax', 'tax_remittances', v_row.id::text, null,
    jsonb_build_object('month', v_row.month, 'amount', v_row.amount, 'on_day', v_on));
  return v_row;
end $$;
comment on function public.remit_tax is
  'Books that the tax due at the end of a month was paid from the bank account, once per month. on_day: date of the '
  'payment (default today), never in a locked period. '
  'Errors: must_login, not_allowed, demo_mode, day_not_over, period_locked, nothing_to_remit.';
grant execute on function public.remit_tax(date, date) to authenticated;
