-- The rehearsal: a whole ride through the rules of the product, of which nothing stays.

create type public.rehearsed_ride as (
  reference text, asked integer, car_type text, steps jsonb, lines jsonb, distance_km numeric, payable numeric,
  driver_share numeric, convenience_fees numeric, receipt text, entries jsonb
);
comment on type public.rehearsed_ride is
  'Result of rehearse_ride: reference of the booking, number of drivers asked, car type, steps [{status, at}], fare '
  'lines, measured distance, what the rider paid, the shares of driver and firm, the number that the receipt would '
  'have (null while receipts are being issued), and the entries in the ledger [{account, amount}], which add up to '
  'zero.';
