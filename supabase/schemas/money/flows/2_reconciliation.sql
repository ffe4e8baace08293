-- Reconciliation: compares providers' reports with our books, and lists chargebacks that wait for the operator's
-- response.

create function app.post_provider_costs(kind text, key text, provider text, amount numeric) returns void
language sql volatile security definer set search_path = '' as $$
  select app.post_ledger(post_provider_costs.kind, format('%s:%s', post_provider_costs.kind, post_provider_costs.key),
    null, jsonb_build_array(
    app.entry('clearing:' || post_provider_costs.provider, post_provider_costs.amount),
      app.entry('expense.provider_fees', -post_provider_costs.amount)))
  where post_provider_costs.amount <> 0
$$;
comment on function app.post_provider_costs is
  'Books fees of a provider. Kind provider_fee: fees of payments (payments.fee); provider_cost: all others.';

-- Books the fees of a provider's report. The report overrides the fees that events reported earlier, so the fees of
-- payments are updated. Two sums are booked: the differences from those earlier fees, and all other costs.
create function app.post_report_fees(provider text, lines public.provider_lines[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_sum numeric;
  v_key text := format('report:%s:%s', post_report_fees.provider,
    (select md5(string_agg(l.line_ref, ',' order by l.line_ref)) from unnest(lines) l));
begin
  with changed as (
    update public.payments p set fee = l.fee from unnest(lines) l
    where l.kind = 'charge' and l.outcome = 'matched' and p.id = l.payment_id and p.fee <> l.fee
      and l.fee between 0 and p.captured_amount
    returning l.fee - (select o.fee from public.payments o where o.id = p.id) as more)
  select coalesce(sum(c.more), 0) into v_sum from changed c;
  perform app.post_provider_costs('provider_fee', v_key, post_report_fees.provider, v_sum);
  perform app.post_provider_costs('provider_cost', v_key, post_report_fees.provider,
    (select coalesce(sum(case l.kind when 'refund' then l.fee when 'fee' then l.fee - l.gross else 0 end), 0)
      from unnest(lines) l where l.outcome = 'matched'));
end $$;

create function public.record_provider_report(provider text, lines jsonb) returns public.report_result
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  v_lines public.provider_lines[];
  v_more public.provider_lines[];
  v_result public.report_result;
begin
  perform app.require_editor('money');
  perform app.check_provider(record_provider_report.provider);
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) > 20000 then
    perform app.refuse_report('no list');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('provider_report' || record_provider_report.provider, 0));
  begin
    with new as (
      insert into public.provider_lines select l.*
        from app.read_provider_lines(record_provider_report.provider, lines) l
      on conflict on constraint provider_lines_pkey do nothing returning provider_lines.*)
    select array_agg(row(n.*)::public.provider_lines) into v_lines from new n;
  exception when data_exception or not_null_violation or check_violation or invalid_text_representation
    or numeric_value_out_of_range
      or invalid_datetime_format or datetime_field_overflow or invalid_parameter_value then
    perform app.refuse_report(sqlerrm);
  end;
  v_lines := coalesce(v_lines, '{}');
  with looked as (
    update public.provider_lines o set payment_id = s.payment_id, ledger_amount = s.ledger_amount, outcome = s.outcome
    from unnest(v_lines) l cross join lateral app.state_of_line(l) s
    where l.outcome <> 'matched' and o.provider = l.provider and o.line_ref = l.line_ref returning o.*)
  select array_agg(row(k.*)::public.provider_lines) into v_more from looked k;
  if v_more is not null then
    v_lines := array(select l from unnest(v_lines) l where l.outcome = 'matched') || v_more;
  end if;
  perform app.post_report_fees(record_provider_report.provider, v_lines);
  insert into app.provider_days as d (provider, day, net, lines)
  select record_provider_report.provider, app.day_of(l.at), sum(l.gross - l.fee), count(*)
    from unnest(v_lines) l group by 2
  on conflict on constraint provider_days_pkey do update
    set net = d.net + excluded.net, lines = d.lines + excluded.lines;
  select jsonb_array_length(lines), count(*), count(*) filter (where l.outcome = 'matched'),
    count(*) filter (where l.outcome = 'missing_here'),
    count(*) filter (where l.outcome = 'amount_differs') into v_result from unnest(v_lines) l;
  if v_result.new_lines > 0 then
    perform app.audit('record_provider_report', 'provider_lines', record_provider_report.provider, null,
      to_jsonb(v_result));
  end if;
  return v_result;
end $$;
comment on function public.record_provider_report is
  'Imports lines of a provider''s report: [{line_ref, kind: charge | refund | chargeback | chargeback_won | fee | '
  'payout | adjustment, charge_ref (or our payment''s id), gross (positive: came to us), fee, currency, at}], at most '
  '20,000; each line_ref counts once. Compares them with our data, books fees that no event reported, and returns the '
  'counts; for differences see reconciliation(). '
  'Errors: must_login, not_allowed, demo_mode, no_provider_found, report_invalid.';
grant execute on function public.record_provider_report(text, jsonb) to authenticated;

-- Corrects our books if staff found that the provider is right: books the difference as an adjustment with a reason.
create function public.accept_provider_line(provider text, line_ref text, reason text) returns public.provider_lines
language plpgsql security definer set search_path = '' as $$
declare
  v_line public.provider_lines;
  v_state record;
  v_amount numeric;
begin
  perform app.require_editor('money');
  select l.* into v_line from public.provider_lines l where l.provider = accept_provider_line.provider
    and l.line_ref = accept_provider_line.line_ref
  for no key update;
  if not found then perform app.refuse('provider_line_not_found', 404, 'No such line'); end if;
  if v_line.outcome = 'accepted' then return v_line; end if;
  select s.* into v_state from app.state_of_line(v_line) s;
  -- A payout cannot be accepted, because only the bank statement proves it, not the provider's report.
  if v_state.outcome = 'matched' or v_line.kind = 'payout' or coalesce(btrim(accept_provider_line.reason), '') = '' then
    perform app.refuse('assignment_invalid', 422, 'Give a line that differs and is no payout, and a reason');
  end if;
  v_amount := v_line.gross - coalesce(v_state.ledger_amount, 0)
    - case when v_state.ledger_amount is null then v_line.fee else 0 end;
  perform app.post_ledger('provider_difference', format('provider_line:%s:%s', v_line.provider, v_line.line_ref), null,
    jsonb_build_array(
    app.entry('clearing:' || v_line.provider, -v_amount), app.entry('adjustments', v_amount)));
  update public.provider_lines l set outcome = 'accepted', ledger_amount = v_state.ledger_amount,
    payment_id = v_state.payment_id
  where l.provider = v_line.provider and l.line_ref = v_line.line_ref returning l.* into v_line;
  perform app.audit('accept_provider_line', 'provider_lines', v_line.provider || ' ' || v_line.line_ref, null,
    jsonb_build_object('amount', v_amount, 'reason', left(accept_provider_line.reason, app.reason_length())));
  return v_line;
end $$;
comment on function public.accept_provider_line is
  'Books the difference between a provider''s line and our data as adjustment, with a reason. Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, provider_line_not_found, assignment_invalid.';
grant execute on function public.accept_provider_line(text, text, text) to authenticated;
