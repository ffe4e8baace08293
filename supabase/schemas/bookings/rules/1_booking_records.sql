-- Records of a booking: contacts, allowed changes of status, history, money and start codes, and the policies that say
-- who may read them.

create function public.own_orders(booking_ids uuid[]) returns setof public.own_order
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_is_demo constant boolean := app.is_demo();
begin
  return query
  select k.booking_id, case when v_is_demo then app.masked_number(k.guest_phone) else k.guest_phone end,
    k.delivery_person,
    case when v_is_demo then app.masked_number(k.delivery_person_phone) else k.delivery_person_phone end,
      k.pick_up_instructions, k.delivery_instructions
  from public.bookings b join public.booking_contacts k on k.booking_id = b.id
  where b.id = any (own_orders.booking_ids) and b.customer_id = v_me.id limit 200;
end $$;
comment on function public.own_orders is
  'What the caller wrote in own bookings, for repeating them and for lists: the guest''s number, the recipient of a '
  'parcel, and the notes. 200 bookings at most; those of others are left out. In a demo numbers are masked. '
  'Errors: must_login, account_suspended.';
grant execute on function public.own_orders(uuid[]) to authenticated;
