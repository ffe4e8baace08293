-- Extras: additional costs such as tolls and parking, entered during a trip and paid with it.

create function app.extra_amount(amount numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare v_settings public.settings;
begin
  v_settings := app.settings();
  -- The upper limit excludes NaN, because PostgreSQL sorts NaN above every number.
  if not coalesce(extra_amount.amount > 0 and extra_amount.amount <= v_settings.extra_limit, false)
    or round(extra_amount.amount, v_settings."decimal") <= 0 then
    perform app.refuse('extra_invalid', 422, format('The amount must be above 0 and at most %s',
      v_settings.extra_limit));
  end if;
  return round(extra_amount.amount, v_settings."decimal");
end $$;
comment on function app.extra_amount is
  'The amount of a new extra, rounded to settings.decimal. '
  'Errors: extra_invalid.';

create function app.extras_room(booking public.bookings) returns numeric
language sql stable security definer set search_path = '' as $$
  select app.extra_room(f.rule, f.quote_inputs, trunc(1.5 * (booking).estimate, (f.rule ->> 'decimal')::integer))
  from public.booking_finances f where f.booking_id = (booking).id
$$;
comment on function app.extras_room is
  'How much of a driver''s extras counts in all if the ride costs what was quoted.';

create function app.extra_allowance(booking public.bookings, extra public.booking_extras) returns numeric
language sql stable security definer set search_path = '' as $$
  select least((extra).amount,
    greatest(0, app.extras_room(booking) - (select coalesce(sum(coalesce(x.countable_amount, x.amount)), 0)
    from public.booking_extras x
    where x.booking_id = (booking).id and x.removed_at is null and x.by_role = 'driver' and x.id <> (extra).id)))
$$;
comment on function app.extra_allowance is 'What counts of a new extra of a driver if the ride costs what was quoted.';

create function app.can_add_extra_photo(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b join public.booking_extras x on x.booking_id = b.id
    and x.added_by = b.driver_id
    where b.id::text = split_part(can_add_extra_photo.name, '/', 1) and b.driver_id = auth.uid()
      and coalesce(b.reached_at, app.now()) > app.now() - interval '7 days'
      and can_add_extra_photo.name = b.id || '/extra-' || x.client_key and x.photo is null)
        and app.has_current_role('driver')
$$;
comment on function app.can_add_extra_photo is
  'Whether the caller may upload this picture of a receipt: as the driver who entered the extra, within 7 days of the '
  'ride, until the picture is added.';
grant execute on function app.can_add_extra_photo(text) to authenticated;
