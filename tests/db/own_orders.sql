-- What riders wrote in their own bookings, for repeating them.
select no_plan();
select tests.act_as('rider');
select public.create_booking(tests.quote(), 'cash', details => '{"guest_name": "Eva Kranz", "guest_phone": "+4237901234", "pick_up_instructions": "Ring twice"}');
select results_eq($$ select guest_phone, pick_up_instructions, delivery_person from public.own_orders(array[tests.booking()]) $$,
  $$ values ('+4237901234', 'Ring twice', null::text) $$, 'a rider reads the number and the notes of an own booking');
select is_empty($$ select 1 from public.own_orders('{}') $$, 'a rider who names no booking reads no order');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.own_orders(array[tests.booking()]) $$, 'a rider reads no order of somebody else');
select tests.act_as('driver');
select is_empty($$ select 1 from public.own_orders(array[tests.booking()]) $$, 'a driver reads no order of a rider');
select tests.as_visitor();
select throws_ok($$ select public.own_orders(array[tests.booking()]) $$, '42501', null, 'a visitor reads no orders');
