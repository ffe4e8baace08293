-- Uses of promotions: reserved when a booking is created, consumed when it is paid, released when it is cancelled.

create function app.promo_discount(booking_id uuid, trip_cost numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select app.promo_amount(b.promo_details, promo_discount.trip_cost, s."decimal")
    from public.bookings b, public.settings s where b.id = promo_discount.booking_id and b.promo_applied
      and s.id = 1), 0);
end $$;
comment on function app.promo_discount is
  'The discount on a final fare by the booking''s promotion, with the values that the promotion had at booking time; '
  '0 without a promotion.';

-- Checks the promotion's minimum again at the end. Otherwise a rider could get a quote for a long ride, apply a code
-- and then ride a short distance. A fare of at least 80 percent of the quote keeps the discount anyway.
create function app.is_promo_kept(booking public.bookings, trip_cost numeric) returns boolean
language sql immutable set search_path = '' as $$
  select (booking).promo_applied
    and not (is_promo_kept.trip_cost < coalesce(((booking).promo_details ->> 'min_order')::numeric, 0)
      and is_promo_kept.trip_cost < 0.8 * (booking).estimate)
$$;
comment on function app.is_promo_kept is
  'Whether the final fare still qualifies for the booking''s promotion: it is at least the promotion''s min_order, or '
  'at least 80 percent of the quote.';
