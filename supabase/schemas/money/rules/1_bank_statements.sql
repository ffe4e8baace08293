-- Bank statements: imports the lines of the operator's bank account and matches them with withdrawals and providers'
-- payouts.

-- Returns the provider whose payout this line is; null if it is none. It is the provider that staff set on the line. If
-- staff set none and the line is money received, it is the provider whose name occurs in the sender's name or in the
-- line's text.
create function app.provider_of_line(line public.bank_lines) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select a.provider from public.ledger_accounts a where a.kind = 'clearing' and a.provider = (line).provider),
    (select a.provider from public.ledger_accounts a where a.kind = 'clearing' and (line).provider is null
      and (line).amount > 0
      and lower(concat_ws(' ', (line).name, (line).note)) ~ ('\m' || a.provider || '\M') order by a.provider limit 1))
$$;

-- Reads one line of a statement. If the line is invalid, the whole statement is refused.
create function app.read_bank_line(entry jsonb, me public.profiles) returns public.bank_lines
language plpgsql stable security definer set search_path = '' as $$
declare
  v_line public.bank_lines;
  v_places integer := (app.settings())."decimal";
begin
  v_line.reference := nullif(btrim(left(app.plain(entry ->> 'reference'), 200)), '');
  v_line.booked_on := (entry ->> 'booked_on')::date;
  v_line.amount := (entry ->> 'amount')::numeric;
  v_line.currency := upper(entry ->> 'currency');
  v_line.end_to_end_id := nullif(left(regexp_replace(coalesce(entry ->> 'end_to_end_id', ''), '[^A-Za-z0-9]', '',
    'g'), 100), '');
  v_line.name := nullif(app.plain(left(entry ->> 'name', 200)), '');
  v_line.note := nullif(app.plain(left(entry ->> 'note', 1000)), '');
  v_line.provider := entry ->> 'provider';
  v_line.imported_by := (me).id;
  if v_line.reference is null or not coalesce(v_line.booked_on between '2000-01-01' and app.today() + 1, false)
    or not coalesce(v_line.currency ~ '^[A-Z]{3}$', false)
    or not coalesce(v_line.amount <> 0 and abs(v_line.amount) < 1e11
      and v_line.amount = round(v_line.amount, greatest(v_places, 4)), false) then
    raise sqlstate '22023' using message = 'not a line';
  end if;
  return v_line;
end $$;
