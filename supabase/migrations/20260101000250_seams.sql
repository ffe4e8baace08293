-- Seams: what concepts ask of one another; each is replaced by the file that owns it.
-- Needs:  basics
-- Access: the owner's functions alone

create function app.promo_discount(booking_id uuid, trip_cost numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$ begin return 0 * trip_cost + (booking_id is null)::integer; end $$;
